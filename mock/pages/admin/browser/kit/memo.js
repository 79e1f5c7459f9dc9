import { Component, h } from 'preact';

/**
 * A component that is drawn again only when one of its props is another.
 *
 * @template {object} P
 * @param {(props: P) => any} draw
 * @returns {new () => Component<P>}
 */
export function memo(draw) {
  return class extends Component {
    /**
     * @override
     * @param {any} next
     */
    shouldComponentUpdate(next) {
      const names = new Set([...Object.keys(next), ...Object.keys(this.props)]);
      return [...names].some((name) => next[name] !== /** @type {any} */ (this.props)[name]);
    }

    /** @override */
    render() {
      return h(draw, /** @type {any} */ (this.props));
    }
  };
}
