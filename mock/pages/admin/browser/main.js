import { render } from 'preact';
import { App } from './app.js';
import { html } from './kit/html.js';
import { keepFocus } from './kit/keep-focus.js';

const root = document.createElement('div');
document.body.append(root);
keepFocus(root);
render(html`<${App} />`, root);
