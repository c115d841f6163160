// The places where the Tab key should stop: one of a group of radio buttons, one card of a table. The focus goes to the
// start; from now on it is noted what gets it, and whether a reader sees a ring around that or around its label.
() => {
  const closed = (at) => {
    const box = at.closest("[popover]");
    return box !== null && !box.matches(":popover-open") && getComputedStyle(box).position !== "static";
  };
  const ofGroup = (name) =>
    document.querySelector(`input[name="${name}"]:checked`) ?? document.querySelector(`input[name="${name}"]`);
  const first = (at) => at.type !== "radio" || at === ofGroup(at.name);
  const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter(
    (at) =>
      at.tabIndex >= 0 && !at.disabled && at.checkVisibility({ visibilityProperty: true }) && !closed(at) && first(at),
  );
  const ring = (each) => {
    const style = getComputedStyle(each);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  };
  const note = ({ type, target: at, relatedTarget }) => {
    if (type === "focusout" && relatedTarget) return; // the next note says where it goes
    const seen = type === "focusin" && (ring(at) || (at.parentElement !== null && ring(at.parentElement)));
    const what = `${at.localName}${at.id ? `#${at.id}` : ""}`;
    window.auditNotes.push(type === "focusout" ? null : { stop: stops.indexOf(at), ring: seen, what });
  };
  document.activeElement?.blur();
  getSelection()?.removeAllRanges();
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  window.auditNotes = [];
  window.auditEnd?.abort();
  window.auditEnd = new AbortController();
  for (const kind of ["focusin", "focusout"]) document.addEventListener(kind, note, { signal: window.auditEnd.signal });
  return stops.map((at) => `${at.localName}${at.id ? `#${at.id}` : ""} ${at.textContent.trim().slice(0, 20)}`);
};
