const OWN_KEYS = 'input, textarea, select, [contenteditable], [role=listbox], [role=menu], [role=dialog]'

/** Single keys rest while something is typed, while a popup is open, and when the profile switched them off. */
export function isResting(event: KeyboardEvent): boolean {
  return (
    event.defaultPrevented ||
    document.body.dataset.keys === 'off' ||
    document.querySelector('dialog[open]') !== null ||
    (event.target instanceof Element && event.target.closest(OWN_KEYS) !== null)
  )
}
