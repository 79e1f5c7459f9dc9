/**
 * Moves the focus to the surrounding section when the page removes the focused element, such as a deleted row or a
 * closed form. Without `keepFocus`, the browser would move the focus of a keyboard user to the beginning of the page.
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
 * Lists the ancestors of an element, with the closest ancestor first.
 *
 * @param {Element} element
 * @returns {HTMLElement[]}
 */
function ancestors(element) {
  const parent = element.parentElement;
  return parent ? [parent, ...ancestors(parent)] : [];
}
