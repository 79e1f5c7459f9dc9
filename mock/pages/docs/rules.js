/**
 * The script of the page with the rules, which hides the rules that do not match the filter, also in the index at the
 * top of the page. Without this script, the page shows all rules.
 */
const form = document.querySelector('form.filter');
const status = document.querySelector('[role=status]');

function filter() {
  const wanted = Object.entries(Object.fromEntries(new FormData(form))).filter(([, value]) => value !== '');
  const matches = ({ dataset }) => wanted.every(([name, value]) => dataset[name].split(' ').includes(value));
  const rules = [...document.querySelectorAll('[data-level]')];
  for (const rule of rules) rule.hidden = !matches(rule);
  const [shown, all] = [rules.filter(({ hidden }) => !hidden), rules].map((some) => some.length / 2);
  status.textContent = `${shown} of ${all} requirements`;
}

form.hidden = false;
form.addEventListener('change', filter);
filter();
