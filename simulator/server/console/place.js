import { useEffect, useState } from 'preact/hooks';

/** Where one is, as the address says it: `#invoices/12?search=order:7`. It survives a reload, and can be sent on. */

/** @typedef {{ tab: string, key: string, search: string }} Place */

/** @returns {Place} */
function read() {
  const [path = '', query = ''] = location.hash.slice(1).split('?');
  const [tab = '', ...rest] = path.split('/');
  return {
    tab: tab || 'exchanges',
    key: decoded(rest.join('/')),
    search: new URLSearchParams(query).get('search') ?? '',
  };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {{ tab: string, key?: string, search?: string }} place */
export function address({ tab, key = '', search = '' }) {
  const path = key === '' ? tab : `${tab}/${encodeURIComponent(key)}`;
  return search === '' ? `#${path}` : `#${path}?${new URLSearchParams({ search })}`;
}

/** Goes there; whoever types leaves no trail of letters. @param {Place} place @param {boolean} [quietly] */
export function go(place, quietly = false) {
  if (!quietly) location.hash = address(place);
  else {
    history.replaceState(null, '', address(place));
    dispatchEvent(new HashChangeEvent('hashchange'));
  }
}

export function usePlace() {
  const [at, setAt] = useState(read());
  useEffect(() => {
    const moved = () => setAt(read());
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);
  return at;
}
