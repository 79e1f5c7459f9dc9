/**
 * Moves the focus to the surrounding section when the focused element is removed (a deleted row, a closed form).
 * Otherwise the browser would move the focus of a keyboard user to the beginning of the page.
 *
 * @param {Element} root
 */
export function keepFocus(root) {
  /** @type {HTMLElement[]} */
  let around = [];
  root.addEventListener('focusin', ({ target }) => {
    around = ancestors(/** @type {Element} */ (target)).filter((element) => element.matches('section, form, main'));
  });
  new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    const target = around.find((element) => element.isConnected);
    around = [];
    if (!target) return;
    target.tabIndex = -1;
    target.focus();
  }).observe(root, { childList: true, subtree: true });
}

/**
 * The ancestors, the closest first.
 *
 * @param {Element} element
 * @returns {HTMLElement[]}
 */
function ancestors(element) {
  const parent = element.parentElement;
  return parent ? [parent, ...ancestors(parent)] : [];
}
