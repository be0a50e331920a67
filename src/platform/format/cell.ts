import type { Cell, Status } from '../screens/models.ts'
import { icon } from './icons.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

function escape(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!) : text
}

/** A status pill; a colour from the settings travels as data, since the CSP knows no style attribute. */
export function statusPill({ label, css }: Status): string {
  return css.startsWith('#')
    ? `<span class="status" data-hue="${escape(css)}">${escape(label)}</span>`
    : `<span class="status ${escape(css)}">${escape(label)}</span>`
}

const TONES = { success: 'due', warning: 'due due--option', danger: 'due due--cancelled' } as const

/** One of the six avatar hues, the same for the same initials. */
function hueOf(initials: string): number {
  let sum = 0
  for (const sign of initials) sum += sign.codePointAt(0)!
  return (sum % 6) + 1
}

function linked(text: string, cell: Exclude<Cell, string | number | null>, open: string | null): string {
  const popup = cell.popup ?? open
  if (popup) return `<a href="${escape(popup)}" data-popup>${text}</a>`
  if (cell.mail) return `<a href="mailto:${escape(cell.mail)}">${text}</a>`
  if (cell.tel) return `<a href="tel:${escape(cell.tel.replace(/[^+\d]/g, ''))}">${text}</a>`
  return text
}

/**
 * The inside of a table cell as HTML, everything escaped. A function and not a partial, because a list of 30 rows has
 * 300 of them and an include costs more than the whole cell.
 *
 * @param open popup behind the text, for the main column of a row that can be opened
 * @param draw how an icon is drawn; inside a table it refers to one drawing for all rows
 */
export function cell(
  value: Cell,
  open: string | null = null,
  draw: (name: string, size: string) => string = icon,
): string {
  if (value === null || value === '') return ''
  if (typeof value !== 'object') {
    const text = escape(String(value))
    return open ? `<a href="${escape(open)}" data-popup>${text}</a>` : text
  }
  const shown = value.text ?? value.mail ?? value.tel ?? ''
  let html = shown === '' ? '' : linked(escape(shown), value, open)
  if (value.icon) html = `${draw(value.icon, 'ic-sm')}${html}`
  if (value.tone) html = `<span class="${TONES[value.tone]}">${html}</span>`
  else if (value.muted) html = `<span class="muted">${html}</span>`
  if (value.status) html += statusPill(value.status)
  for (const tag of value.tags ?? []) html += `<span class="tag">${escape(tag)}</span>`
  if (value.sub) html += ` <span class="c-sub">${escape(value.sub)}</span>`
  if (!value.avatar) return html
  const avatar = `<span class="ava hue-${hueOf(value.avatar)}" aria-hidden="true">${escape(value.avatar)}</span>`
  return `<span class="row-flex">${avatar}${html}</span>`
}
