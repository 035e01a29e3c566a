// The search, the copying of code, and what is folded opening for whoever is led into it.

const field = document.querySelector('#search');
const found = document.querySelector('#found');
const root = field.dataset.root;
const MOST = 7;

/** The two searches, loaded when somebody is about to search: what is read comes before what is looked up. */
let loading;
const load = () => {
  loading ??= import(new URL('minisearch.js', import.meta.url)).then(({ default: MiniSearch }) =>
    Promise.all(
      ['pages', 'catalogue'].map(async (name) => {
        const { index, options } = await (await fetch(`${root}site/search-${name}.json`)).json();
        return { name, search: MiniSearch.loadJS(index, options) };
      }),
    ),
  );
  return loading;
};

/** An element with a text, or with others. */
const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

const row = ({ id, title, heading, excerpt }) =>
  make(
    'li',
    {},
    make(
      'a',
      { href: root + id },
      make('b', {}, heading === title ? title : `${heading} · ${title}`),
      make('span', {}, excerpt),
    ),
  );

async function search() {
  const wanted = field.value.trim();
  if (wanted === '') {
    found.hidden = true;
    return;
  }
  const searches = await load();
  if (wanted !== field.value.trim()) return;
  const lists = searches.flatMap(({ name, search: index }) => {
    const hits = index.search(wanted);
    if (hits.length === 0) return [];
    const head = `${name === 'pages' ? 'Pages' : 'To look up'}: ${hits.length} ${hits.length === 1 ? 'place' : 'places'}`;
    return [make('h2', {}, head), make('ul', {}, ...hits.slice(0, MOST).map(row))];
  });
  found.replaceChildren(...(lists.length === 0 ? [make('p', {}, `Nothing about "${wanted}".`)] : lists));
  found.hidden = false;
}

field.addEventListener('focus', load);
field.addEventListener('input', search);
document.addEventListener('keydown', (event) => {
  const links = [...found.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === '/' && !/^(?:INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')) {
    event.preventDefault();
    field.select();
  } else if (found.hidden) {
    return;
  } else if (event.key === 'Escape') {
    found.hidden = true;
    field.focus();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    const next = at + (event.key === 'ArrowDown' ? 1 : -1);
    (links[next] ?? field).focus();
  } else if (event.key === 'Enter' && document.activeElement === field) {
    links[0]?.click();
  }
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('search') || event.target.closest('#found a')) found.hidden = true;
});

/** Opens what the address leads into, and what is around it. */
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  for (
    let around = target.closest('details');
    around !== null;
    around = around.parentElement.closest('details')
  )
    around.open = true;
  if (/^H\d$/.test(target.tagName)) {
    for (
      let next = target.nextElementSibling;
      next !== null && !/^H\d$/.test(next.tagName);
      next = next.nextElementSibling
    )
      if (next.tagName === 'DETAILS') next.open = true;
  }
  target.scrollIntoView();
}
addEventListener('hashchange', reveal);
reveal();

for (const code of document.querySelectorAll('article pre')) {
  const button = make('button', { type: 'button', className: 'copy' }, 'Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.querySelector('code').textContent);
    button.textContent = 'Copied';
  });
  code.append(button);
}
