// What has the focus: which stop it is, and whether a reader sees a ring around it or around its label.
() => {
  const at = document.activeElement;
  if (!at || at === document.body || at === document.documentElement) return null;
  const ring = (each) => {
    const style = getComputedStyle(each);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  };
  const seen = ring(at) || (at.parentElement !== null && ring(at.parentElement));
  return { stop: window.auditStops.indexOf(at), ring: seen, what: `${at.localName}${at.id ? `#${at.id}` : ""}` };
};
