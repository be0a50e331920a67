/** An action of the server as an element; the same markup that `views/platform/action.ejs` writes. */
import type { Action } from '../../src/platform/screens/models.ts'
import { el } from './lib/dom.ts'
import { sheetIcon } from './lib/icons.ts'

export function actionElement(action: Action): HTMLElement {
  const { kind, url, label, confirm, danger } = action
  const css = danger ? 'is-danger' : null
  const icon = action.icon ? sheetIcon(action.icon) : null
  const common = { class: css, 'data-confirm': confirm, 'data-danger': danger }
  if (kind === 'popup') return el('a', { ...common, href: url, 'data-popup': true }, icon, label)
  if (kind === 'link') return el('a', { ...common, href: url }, icon, label)
  if (kind === 'download') return el('a', { ...common, href: url, download: true }, icon, label)
  const record = action.record ? `${action.record.type}:${action.record.id}` : null
  const fields = action.fields ? JSON.stringify(action.fields) : null
  const by = { post: 'data-post', delete: 'data-delete', script: 'data-script' }[kind]
  return el(
    'button',
    { ...common, type: 'button', [by]: url, 'data-record': record, 'data-fields': fields },
    icon,
    label,
  )
}
