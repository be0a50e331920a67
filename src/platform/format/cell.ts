import type { CellChoice, ColumnModel, Cell, RowModel, Status, TableModel } from '../screens/models.ts'
import { escapeHtml as escape } from './escape.ts'
import { icon } from './icons.ts'

/** A status pill; a colour from the settings travels as data, since the CSP knows no style attribute. */
function statusPill({ label, css }: Status): string {
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

/** Several share the room of their cell, over more than one line. */
function drawTags(tags: readonly string[]): string {
  const html = tags.map((tag) => `<span class="tag">${escape(tag)}</span>`).join('')
  return tags.length > 1 ? `<span class="cell-tags">${html}</span>` : html
}

/** Two buttons that send themselves; the pressed one takes its choice back. */
function yesOrNo({ url, name, value, label }: CellChoice): string {
  const button = (text: string, mine: 0 | 1) => {
    const sent = JSON.stringify({ [name]: value === mine ? '' : String(mine) }).replace(/[&'<]/g, escape)
    return `<button type="button" data-post="${escape(url)}" data-fields='${sent}' aria-pressed="${value === mine}">${text}</button>`
  }
  return `<span class="yn" role="group" aria-label="${escape(label)}">${button('Ja', 1)}${button('Nee', 0)}</span>`
}

function inside(value: Cell, open: string | null = null): string {
  if (value === null || value === '') return ''
  if (typeof value !== 'object') {
    const text = escape(String(value))
    return open ? `<a href="${escape(open)}" data-popup>${text}</a>` : text
  }
  if (value.choice) return yesOrNo(value.choice)
  const shown = value.text ?? value.mail ?? value.tel ?? ''
  let html = shown === '' ? '' : linked(escape(shown), value, open)
  if (value.icon) html = `${icon(value.icon, 'ic-sm')} ${html}`
  const { light } = value
  if (light)
    html = `<span class="light ${escape(light.css)}" title="${escape(light.label)}">${html}<span class="sr-only">, ${escape(light.label)}</span></span>`
  if (value.tone) html = `<span class="${TONES[value.tone]}">${html}</span>`
  else if (value.muted) html = `<span class="muted">${html}</span>`
  if (value.status) html += statusPill(value.status)
  if (value.tags) html += drawTags(value.tags)
  if (value.sub) html += ` <span class="c-sub">${escape(value.sub)}</span>`
  if (value.phone) html += ` <span class="c-phone">${escape(value.phone)}</span>`
  if (!value.avatar) return html
  const avatar = `<span class="ava hue-${hueOf(value.avatar)}" aria-hidden="true">${escape(value.avatar)}</span>`
  return `<span class="row-flex">${avatar}${html}</span>`
}

/** What a row is called: the text of its name column. */
function nameOf(row: RowModel, main: number): string {
  const name = row.cells[main] ?? null
  const text = typeof name === 'object' ? (name?.text ?? name?.mail) : name
  return String(text ?? `nummer ${row.id}`)
}

/** JSON in single quotes needs no escape for the double ones it is full of. */
function menuButton(row: RowModel, name: string): string {
  const menu = JSON.stringify(row.actions).replace(/[&'<]/g, escape)
  return `<button class="icon-btn dots" type="button" data-menu='${menu}' aria-haspopup="menu" aria-expanded="false" aria-label="Opties voor ${name}" title="Opties"></button>`
}

const CSS: Record<ColumnModel['kind'], string> = { main: 'c-main', text: '', num: 'num-r', long: 'c-long' }

/** The head of a group: it folds its rows away. */
function groupRow(group: NonNullable<RowModel['group']>, columns: number, before: number): string {
  const sum = (text: string) => `<span class="group-sum">${escape(text)}</span>`
  const under = new Map(group.under.map(({ column, text }) => [column, text]))
  const first = Math.min(...under.keys(), columns)
  let html = `<tr class="rt-group" data-group="${escape(group.key)}"><td colspan="${before + first + (first === columns ? 1 : 0)}"><button class="group-toggle" type="button" aria-expanded="true">${icon('chevron-down', 'ic-sm')}<b>${escape(group.name)}</b></button>${group.totals.map(sum).join('')}</td>`
  for (let column = first; column < columns; column++) {
    const text = under.get(column)
    html += text === undefined ? '<td></td>' : `<td class="num-r">${sum(text)}</td>`
  }
  return `${html}${first === columns ? '' : '<td class="c-act"></td>'}</tr>\n`
}

function rows({ rows, columns, selectable }: TableModel): string {
  const main = Math.max(
    columns.findIndex(({ kind }) => kind === 'main'),
    0,
  )
  const css = columns.map(({ kind }) => (CSS[kind] === '' ? '' : ` class="${CSS[kind]}"`))
  let html = ''
  for (const row of rows) {
    const name = escape(nameOf(row, main))
    if (row.group) html += groupRow(row.group, columns.length, selectable ? 1 : 0)
    html += `<tr data-id="${row.id}"`
    if (row.open) html += ` data-open="${escape(row.open)}"`
    html += row.css ? ` class="${escape(row.css)}">` : '>'
    if (selectable)
      html += `<td class="c-check"><input class="form-check-input" type="checkbox" aria-label="${name} selecteren"></td>`
    row.cells.forEach((value, i) => {
      const edit = row.edits?.[i]
      const more = edit
        ? ` data-edit="${escape(edit.field)}" data-value="${escape(edit.value)}" data-version="${row.version}"`
        : ''
      html += `<td${css[i]}${more}>${inside(value, i === main ? row.open : null)}</td>`
    })
    html += `<td class="c-act">${row.actions.length > 0 ? menuButton(row, name) : ''}</td></tr>\n`
  }
  return html
}

/**
 * `cell(value)` is the inside of a table cell as HTML, everything escaped. `cell.rows(table)` are all rows of a
 * table, `cell.css(kind)` is the class of a column. Functions and not partials: a list of 30 rows has 300 cells, and an include costs more than a whole cell.
 *
 * @param open popup behind the text, for the main column of a row that can be opened
 */
export const cell = Object.assign(inside, { rows, css: (kind: ColumnModel['kind']) => CSS[kind] })
