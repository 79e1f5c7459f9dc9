/**
 * Script of the page. The script filters, groups and opens the cards of requirements, copies commands, and keeps the
 * filters in the URL fragment
 * (`#outcome=failed&q=label&group=operation`); `#D42` opens a card. The script reads only texts and attributes, and
 * writes no markup.
 */
export const SCRIPT = String.raw`
(() => {
  'use strict';
  const byId = (id) => document.getElementById(id);
  const form = byId('page-filters');
  const cards = [...document.querySelectorAll('.card')];
  const list = byId('page-list');
  const groups = [...list.querySelectorAll('.group')];
  const byOutcome = cards.map((card) => ({ card, group: card.parentElement }));
  const byOperation = new Map();
  const texts = new Map();
  const choices = ['outcome', 'basis', 'level'];
  const boxes = (name) => [...form.querySelectorAll('input[name="' + name + '"]')];
  const checked = (name) => boxes(name).filter((box) => box.checked).map((box) => box.value);

  function textOf(card) {
    if (!texts.has(card)) texts.set(card, card.textContent.toLowerCase());
    return texts.get(card);
  }

  /** Group of the cards of an operation, with the same structure as the groups by outcome. */
  function groupOf(operation) {
    if (!byOperation.has(operation)) {
      const group = document.createElement('section');
      const heading = document.createElement('h2');
      heading.id = 'page-operation-' + byOperation.size;
      heading.textContent = operation;
      group.className = 'group';
      group.setAttribute('aria-labelledby', heading.id);
      group.append(heading);
      byOperation.set(operation, group);
    }
    return byOperation.get(operation);
  }

  function grouping() {
    return list.querySelector('input[name="group"]:checked').value;
  }

  function regroup() {
    const isByOperation = grouping() === 'operation';
    for (const { card, group } of byOutcome) (isByOperation ? groupOf(card.dataset.operation) : group).append(card);
    const names = [...byOperation.keys()].sort();
    for (const name of names) list.append(byOperation.get(name));
    showStatus();
  }

  function apply() {
    const wanted = Object.fromEntries(choices.map((name) => [name, new Set(checked(name))]));
    const words = form.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean);
    const operation = form.elements.operation.value;
    for (const card of cards) {
      const fits = choices.every((name) => wanted[name].has(card.dataset[name]))
        && (operation === '' || card.dataset.operations.split('\n').includes(operation))
        && words.every((word) => textOf(card).includes(word));
      card.hidden = !fits;
    }
    showStatus();
  }

  function showStatus() {
    const shown = cards.filter((card) => !card.hidden).length;
    byId('page-status').textContent = shown === 0
      ? 'No requirement matches the filters.'
      : 'Showing ' + shown + ' of ' + cards.length + ' requirements';
    for (const group of [...groups, ...byOperation.values()]) {
      group.hidden = !group.querySelector('.card:not([hidden])');
    }
  }

  function write() {
    const state = new URLSearchParams();
    for (const name of choices) {
      if (boxes(name).some((box) => box.checked !== box.defaultChecked)) state.set(name, checked(name).join(','));
    }
    for (const name of ['operation', 'q']) {
      if (form.elements[name].value !== '') state.set(name, form.elements[name].value);
    }
    if (grouping() !== 'requirement') state.set('group', grouping());
    const fragment = state.toString().replaceAll('%2C', ',');
    history.replaceState(null, '', fragment === '' ? location.pathname + location.search : '#' + fragment);
  }

  function decoded(text) {
    try { return decodeURIComponent(text); } catch { return text; }
  }

  function read() {
    const fragment = location.hash.slice(1);
    const card = cards.find(({ id }) => id === decoded(fragment));
    if (card === undefined && fragment.includes('=')) {
      const state = new URLSearchParams(fragment);
      for (const name of choices) {
        const values = state.get(name)?.split(',');
        for (const box of boxes(name)) box.checked = values?.includes(box.value) ?? box.defaultChecked;
      }
      form.elements.operation.value = state.get('operation') ?? '';
      if (form.elements.operation.selectedIndex < 0) form.elements.operation.value = '';
      form.elements.q.value = state.get('q') ?? '';
      const wanted = state.get('group');
      for (const radio of list.querySelectorAll('input[name="group"]')) {
        radio.checked = wanted === null ? radio.defaultChecked : radio.value === wanted;
      }
    }
    apply();
    regroup();
    if (card !== undefined) reveal(card);
  }

  /** Scrolls each long text of an opened part to the marked part of the text. */
  function showMarks(part) {
    for (const mark of part.querySelectorAll('pre.tall mark')) {
      const text = mark.closest('pre');
      text.scrollTop = mark.offsetTop - text.offsetTop - text.clientHeight / 2;
    }
  }

  function reveal(card) {
    card.hidden = false;
    card.open = true;
    showStatus();
    card.scrollIntoView();
    card.querySelector('summary').focus({ preventScroll: true });
  }

  function changed() {
    apply();
    write();
  }

  async function copy(button) {
    const code = button.closest('.curl').querySelector('code');
    let copied = true;
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      getSelection().selectAllChildren(code);
      copied = document.execCommand('copy');
    }
    button.textContent = copied ? 'Copied' : 'Selected: press Ctrl+C';
    byId('page-copied').textContent = copied ? 'The command is copied.' : 'The command is selected.';
    setTimeout(() => {
      button.textContent = 'Copy';
      byId('page-copied').textContent = '';
    }, 2000);
  }

  const actions = {
    all() {
      for (const name of choices) for (const box of boxes(name)) box.checked = true;
      form.elements.operation.value = '';
      form.elements.q.value = '';
      changed();
    },
    open() { for (const card of cards) if (!card.hidden) card.open = true; },
    close() { for (const card of cards) card.open = false; },
  };

  let timer;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', changed);
  form.addEventListener('input', (event) => {
    if (event.target.name !== 'q') return;
    clearTimeout(timer);
    timer = setTimeout(changed, 150);
  });
  form.addEventListener('reset', () => setTimeout(changed));
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button?.classList.contains('copy')) copy(button);
    if (button?.dataset.action) actions[button.dataset.action]();
  });
  list.addEventListener('change', (event) => {
    if (event.target.name !== 'group') return;
    regroup();
    write();
  });
  list.addEventListener('toggle', ({ target }) => { if (target.open) showMarks(target); }, true);
  addEventListener('hashchange', read);

  form.hidden = false;
  byId('page-bar').hidden = false;
  for (const button of document.querySelectorAll('.copy')) button.hidden = false;
  const closed = { '60rem': '.filters > details, .tree > details', '40rem': '.shows' };
  for (const [width, parts] of Object.entries(closed)) {
    if (matchMedia('(max-width: ' + width + ')').matches) {
      for (const part of document.querySelectorAll(parts)) part.open = false;
    }
  }
  document.body.classList.add('scripted');
  read();
  for (const card of cards) if (card.open) showMarks(card);
})();
`;
