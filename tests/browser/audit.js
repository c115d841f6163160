// What is wrong with the page as it stands, one line for each problem.
() => {
  const problems = [];
  const seen = (at) => at.checkVisibility({ visibilityProperty: true }) && !at.closest('[aria-hidden=true]');
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const say = (at, why) => problems.push(why + ': ' + at.outerHTML.slice(0, 90));

  const named = (at) => (at.getAttribute('aria-label') ?? '').trim() || at.innerText?.trim()
    || at.labels?.[0]?.innerText.trim() || document.getElementById(at.getAttribute('aria-labelledby'))?.innerText.trim();
  for (const at of all('button, a[href], input, [role=img], [role=group], [popover]')) if (!named(at)) say(at, 'no name');
  for (const at of all('img')) if (!at.alt) say(at, 'no text for an image');
  for (const at of all('[role=group]')) if (!at.getAttribute('aria-label') && !at.getAttribute('aria-labelledby')) say(at, 'no label');

  const ids = [...document.querySelectorAll('[id]')].map((at) => at.id);
  for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) problems.push('twice: #' + id);
  for (const at of all('[aria-labelledby], [for], [popovertarget]')) for (const name of ['aria-labelledby', 'for', 'popovertarget'])
    if (at.hasAttribute(name) && !document.getElementById(at.getAttribute(name))) say(at, 'points nowhere');

  if (document.querySelectorAll('h1').length !== 1) problems.push('not one h1');
  if (document.querySelectorAll('main').length !== 1) problems.push('not one main');
  if (document.querySelectorAll('[aria-live=polite]').length !== 1) problems.push('not one live region');
  if (!document.documentElement.lang) problems.push('no language');
  for (const at of all('[tabindex]')) if (at.tabIndex > 0) say(at, 'tabindex above 0');
  for (const group of all('.cards')) if (group.querySelector('button') && group.querySelectorAll('[tabindex="0"]').length !== 1)
    say(group, 'not one stop of Tab');

  const channel = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const parse = (text) => { const n = text.match(/[\d.]+/g).map(Number); return n.length === 3 ? [...n, 1] : n; };
  const over = (top, under) => [0, 1, 2].map((i) => top[3] * top[i] + (1 - top[3]) * under[i]);
  const ground = (at) => {
    for (let up = at; up; up = up.parentElement) {
      const paint = parse(getComputedStyle(up).backgroundColor);
      if (paint[3] === 1) return paint;
      if (paint[3] > 0) return over(paint, ground(up.parentElement));
    }
    return parse(getComputedStyle(document.documentElement).backgroundColor);
  };
  const pale = (at) => { for (let up = at; up; up = up.parentElement) if (Number(getComputedStyle(up).opacity) < 1) return true; return false; };
  for (const at of all('body *')) {
    const text = [...at.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!text || at.closest('.hide, svg') || at.matches(':disabled') || pale(at)) continue;
    const style = getComputedStyle(at), size = parseFloat(style.fontSize);
    const [a, b] = [light(parse(style.color)), light(ground(at))].sort((x, y) => y - x);
    const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if ((a + 0.05) / (b + 0.05) < least) say(at, 'contrast ' + ((a + 0.05) / (b + 0.05)).toFixed(2));
    if (size < 13 && !at.closest('kbd, .words')) say(at, 'text of ' + size + ' px');
  }
  return problems;
}
