/** A cell of a list that holds one value is changed where it stands: F2 or a double click, Enter saves, Escape leaves. */
import { LIST_KEYS, isKey } from '../key-lists.ts'
import { el, isTyping, on } from '../lib/dom.ts'
import { newOnceToken, ONCE_FIELD } from '../lib/once-token.ts'
import { isFailure, request, RequestFailed } from '../lib/request.ts'
import { focusRow } from './focus.ts'
import { idOf, tableOf } from './markup.ts'

const CELL = '[data-rows] td[data-edit]'
const FAILED = 'Er ging iets mis bij het opslaan.'
const NO_CONNECTION = 'Geen verbinding. Probeer het opnieuw.'

/** What is said at the cell: the first message of the field, or that somebody else was first. */
function messageOf(error: unknown, label: string): string {
  if (!(error instanceof RequestFailed)) return NO_CONNECTION
  if (error.status === 422)
    return Object.values(error.body as Record<string, string[]>)[0]?.[0]?.replaceAll(':label', label) ?? FAILED
  const body = error.body as { stale?: { by: string }; message?: string }
  if (body.stale) return `Intussen gewijzigd door ${body.stale.by}.`
  return body.message ?? FAILED
}

const labelOf = (cell: HTMLTableCellElement) =>
  tableOf(cell)?.querySelectorAll('thead th')[cell.cellIndex]?.textContent.trim() ?? ''

/** @returns whether the cell is done with */
async function save(cell: HTMLElement, input: HTMLInputElement, label: string): Promise<boolean> {
  const row = cell.closest('tr')!
  const { edit = '', value = '', version = '' } = cell.dataset
  if (input.value.trim() === value) return true
  const fields = { id: idOf(row), field: edit, value: input.value, version }
  input.setAttribute('aria-busy', 'true')
  try {
    const body = new URLSearchParams({ ...fields, [ONCE_FIELD]: newOnceToken() })
    await request(tableOf(cell)?.dataset.editUrl ?? '', { method: 'POST', body, source: cell, failText: '' })
    return true
  } catch (error) {
    if (!isFailure(error)) throw error
    const text = messageOf(error, label)
    input.setAttribute('aria-invalid', 'true')
    input.setCustomValidity(text)
    cell.querySelector('.field-error')?.remove()
    input.after(el('div', { class: 'field-error', role: 'alert' }, text))
    return false
  } finally {
    input.removeAttribute('aria-busy')
  }
}

function editCell(cell: HTMLTableCellElement): void {
  if (cell.querySelector('input')) return
  const row = cell.closest('tr')!
  const before = [...cell.childNodes]
  const label = labelOf(cell)
  const input = el('input', { class: 'form-control', type: 'text', 'aria-label': label, autocomplete: 'off' })
  input.value = cell.dataset.value ?? ''
  let isDone = false
  const leave = () => {
    if (isDone) return
    isDone = true
    if (cell.isConnected) cell.replaceChildren(...before)
    cell.classList.remove('is-editing')
    if (row.isConnected && (document.activeElement === document.body || row.contains(document.activeElement)))
      focusRow(row)
  }
  const submit = async () => {
    if (input.ariaBusy !== 'true' && (await save(cell, input, label))) leave()
  }
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    void submit()
  })
  // Escape is heard before the cell hears of it, and would close the popup around the list.
  input.addEventListener('escape', (event) => {
    event.preventDefault()
    leave()
  })
  // Who goes on elsewhere has said what it should be.
  input.addEventListener('blur', () => void (isDone || input.ariaInvalid === 'true' ? leave() : submit()))
  cell.classList.add('is-editing')
  cell.replaceChildren(input)
  input.focus()
  input.select()
}

export function startCellEdits(): void {
  on('dblclick', CELL, (event, cell) => {
    if ((event.target as Element).closest('a, button, input')) return
    event.preventDefault()
    getSelection()?.removeAllRanges()
    editCell(cell as HTMLTableCellElement)
  })
  on('keydown', '[data-rows] tr[data-id]', (event, row) => {
    if (!isKey(LIST_KEYS.edit, event) || isTyping(event.target)) return
    const cell = row.querySelector<HTMLTableCellElement>('td[data-edit]')
    if (!cell) return
    event.preventDefault()
    editCell(cell)
  })
}
