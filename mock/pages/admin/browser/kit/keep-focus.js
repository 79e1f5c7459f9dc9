/**
 * When what had the focus is taken away (a row is deleted, a form is done), the part of the page around it has the
 * focus: else a keyboard would be at the beginning of the page again.
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
    const place = around.find((element) => element.isConnected);
    around = [];
    if (!place) return;
    place.tabIndex = -1;
    place.focus();
  }).observe(root, { childList: true, subtree: true });
}

/**
 * From the inside to the outside.
 *
 * @param {Element} element
 * @returns {HTMLElement[]}
 */
function ancestors(element) {
  const parent = element.parentElement;
  return parent ? [parent, ...ancestors(parent)] : [];
}
