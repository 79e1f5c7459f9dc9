import { render } from 'preact';
import { App } from './app.js';
import { html } from './kit/html.js';

const root = document.createElement('div');
document.body.append(root);
render(html`<${App} />`, root);
