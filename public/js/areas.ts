/** The code of each area, by the attribute that asks for it. Only this file names the folders of areas. */
import { onChord } from './chord.ts'
import { fetchCode, lazy } from './lazy.ts'
import { addKeys } from './shortcuts.ts'

export function startAreas(): void {
  lazy('form[data-calendar-filters]', () => import('./calendar/filters.ts'))
  lazy('[data-calendar-views]', () => import('./calendar/views.ts'))
  lazy('[data-planning]', () => import('./planning/planning.ts'))
  lazy('[data-enrol]', () => import('./enrolment/list.ts'))
  lazy('[data-calendar-views], dialog[data-record^="appointment:"]', () => import('./enrolment/drop.ts'))
  lazy('[data-requirements]', () => import('./enrolment/requirements.ts'))
  lazy('[data-registrations]', () => import('./registrations/process.ts'))
  lazy('[data-e-learning-attach]', () => import('./e-learning/attach.ts'))
  lazy('[data-apply]', () => import('./apply/apply.ts'))
  lazy('[data-choices]', () => import('./fields/choose-all.ts'))
  lazy('[data-move]', () => import('./enrolment/move.ts'))
  lazy('[data-today]', () => import('./today/today.ts'))
  lazy('[data-dashboard]', () => import('./dashboard/dashboard.ts'))
  lazy('[data-remote-support]', () => import('./remote-support/asking.ts'))
  lazy('[data-remote-helpdesk]', () => import('./remote-support/helping.ts'))
  lazy('[data-release-notes]', () => import('./release-notes/panel.ts'))
  lazy('[data-results]', () => import('./results/results.ts'))
  lazy('[data-finish-refreshers]', () => import('./finish/refreshers.ts'))
  lazy('[data-proposal]', () => import('./autopilot/proposal.ts'))
  lazy('[data-register]', () => import('./finish/register.ts'))
  lazy('[data-nibhv]', () => import('./registers/connection.ts'))
  lazy('[data-course-register]', () => import('./registers/course.ts'))
  lazy('[data-arriving]', () => import('./presence/arrival.ts'))
  lazy('canvas[data-signature]', () => import('./presence/signature.ts'))
  lazy('form[data-print-form]', () => import('./presence/print.ts'))
  lazy('[data-checklist]', () => import('./checklists/fill.ts'))
  lazy('[data-evaluation]', () => import('./evaluations/form.ts'))
  lazy('[data-recipients]', () => import('./messages/recipients.ts'))
  lazy('[data-writer]', () => import('./messages/writer.ts'))
  lazy('[data-trade-register]', () => import('./companies/trade-register.ts'))
  lazy('[data-style-preview]', () => import('./companies/style-preview.ts'))
  lazy('[data-product-kind]', () => import('./products/kind.ts'))
  lazy('[data-contract]', () => import('./contracts/form.ts'))
  lazy('[data-workday], [data-workday-visit], [data-workday-find]', () => import('./workday/workday.ts'))
  lazy('[data-room-check]', () => import('./visits/room.ts'))
  lazy('[data-contract-usage]', () => import('./contracts/usage.ts'))
  lazy('[data-sale], [data-sale-line]', () => import('./sales/line.ts'))
  lazy('[data-map-toggle]', () => import('./orders/map-toggle.ts'))
  lazy('[data-delivered]', () => import('./orders/delivered.ts'))
  lazy('[data-billing]', () => import('./billing/choose.ts'))
  lazy('[data-reminders]', () => import('./reminders/choose.ts'))
  lazy('[data-accounting-login], [data-accounting-done]', () => import('./accounting/login.ts'))
  lazy('[data-bank]', () => import('./bank/work.ts'))
  lazy('[data-customer]', () => import('./orders/customer.ts'))
  lazy('[data-order-wizard], [data-order-choice]', () => import('./orders/wizard.ts'))
  lazy('[data-order-paper]', () => import('./orders/paper.ts'))
  lazy('[data-conflict], [data-conflicts]', () => import('./conflicts/decide.ts'))
  lazy('[data-layout-editor]', () => import('./layouts/editor.ts'))
  lazy('[data-import]', () => import('./importing/wizard.ts'))
  lazy('[data-migration]', () => import('./migration/assistant.ts'))
  lazy('[data-explorer]', () => import('./developer/explorer.ts'))
  addKeys('Agenda', async () => (await import('../../islands/calendar/keys.ts')).SHEET_KEYS)
  addKeys('Agenda: opgepakt onderdeel', async () =>
    Object.values((await import('../../islands/calendar/keys.ts')).HELD_KEYS),
  )
  const board = '[data-island="planning-board"]'
  addKeys('Planbord', async () => (await import('../../islands/planning-board/keys.ts')).SHEET_KEYS, board)
  addKeys(
    'Planbord: in de hand',
    async () => Object.values((await import('../../islands/planning-board/keys.ts')).HELD_KEYS),
    board,
  )
  addKeys('Bankregels', async () => Object.values((await import('./bank/keys.ts')).BANK_KEYS), '[data-bank]')
  // The SVG colour converter has no place of its own (P-263).
  onChord(['s', 'v', 'g'], async () => (await fetchCode(() => import('./developer/svg-tool.ts')))?.openSvgTool())
}
