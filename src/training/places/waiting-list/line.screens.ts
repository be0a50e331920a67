import { type Viewer, may, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { formatCount, formatDate, formatDateTime, hueOf, initialsOf } from '../../../platform/format/format.ts'
import { WEEKDAYS_SHORT } from '../../../platform/format/days.ts'
import { fragment } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { addressed, ownContactIds } from '../../../relations/contacts/index.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { factsOf } from './offer.commands.ts'
import { setQuota } from './waiting-list.commands.ts'
import { RulesForm } from './waiting-list.forms.ts'
import { type WaitedFor, type Waiting, getPlanning, listLine, listSteps } from './waiting-list.queries.ts'
import { whyNot } from './waiting-list.rules.ts'
import { stepLine, whyText, wishText } from './why.rules.ts'
import { waitingListArea, waitingPlanningArea } from './rights.ts'

/** Steps of the line that are shown. */
const MOST_STEPS = 40

/** How somebody in the line stands, and why. */
function stateOf(who: Waiting, planning: WaitedFor, isNext: boolean) {
  if (who.open?.group_id === planning.id)
    return { label: 'Aanbod loopt', sub: `Tot ${formatDateTime(who.open.expires_at)}`, css: ' is-offered' }
  const why = whyNot(who.facts, planning.offered)
  if (why !== null)
    return { label: 'Past nu niet', sub: whyText(why, factsOf(who), planning.offered), css: ' is-skipped' }
  return { label: 'Wacht', sub: isNext ? 'Is de volgende' : '', css: '' }
}

function lineModel(line: Waiting[], planning: WaitedFor) {
  const next = line.find((who) => whyNot(who.facts, planning.offered) === null)
  return line.map((who, i) => ({
    id: who.id,
    place: i + 1,
    contactId: who.contact_id,
    name: who.name,
    initials: initialsOf(who.name),
    hue: hueOf(who.contact_id),
    company: who.company ?? '',
    wish: wishText({ ...factsOf(who) }) + (who.group_id === null ? ' · elke planning' : ''),
    state: stateOf(who, planning, who === next),
    hasOffer: who.open?.group_id === planning.id,
    phone: who.phone,
  }))
}

/** What comes next, in words. */
function nextModel(line: Waiting[], planning: WaitedFor) {
  const offered = line.filter((who) => who.open?.group_id === planning.id)
  const next = line.find((who) => whyNot(who.facts, planning.offered) === null)
  if (!planning.isOpen)
    return { head: 'Er wordt nu niets aangeboden', sub: 'De planning is een optie, begonnen of gesloten' }
  if (!next)
    return line.length === offered.length
      ? null
      : { head: 'Niemand is de volgende', sub: 'Wat vrijkomt past bij niemand die wacht' }
  const names = offered.map(addressed)
  return {
    head: `${next.name} is de volgende`,
    sub:
      names.length === 0
        ? 'als er een plaats vrijkomt'
        : `als ${new Intl.ListFormat('nl', { type: 'disjunction' }).format(names)} nee zegt of niet antwoordt`,
  }
}

const workDays = (days: readonly number[]) =>
  days.join() === '1,2,3,4,5' ? 'werkdagen' : days.map((day) => WEEKDAYS_SHORT[day - 1]!.toLowerCase()).join(', ')

function headText(line: Waiting[], planning: WaitedFor): string {
  const offered = line.filter((who) => who.open?.group_id === planning.id).length
  if (offered > 0) return `${formatCount(offered, 'plaats', 'plaatsen')} aangeboden`
  if (planning.free > 0) return `${formatCount(planning.free, 'plaats', 'plaatsen')} vrij`
  return 'Vol'
}

async function ownPeople(db: Db, viewer: Viewer, line: Waiting[]): Promise<Set<number> | null> {
  if (viewerScope(viewer, waitingListArea) === 'all') return null
  if (line.length === 0) return new Set()
  const rows = await db
    .selectFrom('contacts')
    .select('id')
    .where(
      'id',
      'in',
      line.map(({ contact_id }) => contact_id),
    )
    .where('id', 'in', ownContactIds(viewer.contactId!, true) as never)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** The line of a planning: who waits, how they stand and why; for who plans also what was done, and the rules. */
export const waitingLine = fragment({
  area: waitingListArea,
  record: 'appointment',
  fieldsOf: 'waiting-entry',
  right: 'view',
  path: '/calendar/:id/waiting',
  pageAddress: '/calendar/view-appointment/:id?item=waiting',
  view: 'training/waiting-list/line',
  load: async ({ db, viewer, params }) => {
    const { group_id } = await getAppointment(db, params.id)
    const [planning, line] = [await getPlanning(db, group_id), await listLine(db, group_id)]
    const own = await ownPeople(db, viewer, line)
    const rows = lineModel(line, planning)
    const plans = viewerScope(viewer, waitingListArea, 'change') === 'all'
    const { answer_hours, day_from, day_until, weekdays, company_quota } = planning.rules
    return {
      partId: params.id,
      planning,
      plans,
      adds: planning.begins > new Date() && may(viewer, waitingListArea, 'change'),
      rows: own ? rows.filter(({ contactId }) => own.has(contactId)) : rows,
      headline: headText(line, planning),
      freeToOffer: planning.isOpen && planning.free > 0,
      next: plans ? nextModel(line, planning) : null,
      steps: plans ? (await listSteps(db, group_id, MOST_STEPS)).map(stepLine) : [],
      oldest:
        line.length === 0 ? null : formatDate(line.reduce((a, b) => (a.created_at < b.created_at ? a : b)).created_at),
      rules: [
        ['Antwoord', `binnen ${answer_hours} werkuren`],
        ['Werkuren', `${workDays(weekdays)} ${day_from}–${day_until}`],
        [
          'Per bedrijf',
          company_quota === null ? 'geen grens' : `hoogstens ${formatCount(company_quota, 'plaats', 'plaatsen')}`,
        ],
      ],
    }
  },
  example: (story) => ({
    params: { id: story.appointments.coming },
    foreign: { id: story.appointments.foreign },
  }),
})

/** How many places a company gets of this planning by its waiting list. */
export const waitingRules = formPopup({
  area: waitingPlanningArea,
  record: 'appointment',
  fieldsOf: 'setting',
  right: 'change',
  path: '/waiting-list/rules/:id',
  home: '/calendar',
  size: 'small',
  load: async ({ db, params }) => {
    const { group_id } = await getAppointment(db, params.id)
    return { planning: await getPlanning(db, group_id) }
  },
  title: 'Regels van de wachtlijst',
  subtitle: ({ planning }) => `${planning.course} · planning ${planning.id}`,
  view: 'training/waiting-list/rules',
  form: RulesForm,
  save: async ({ trx, params, form }) => {
    const { group_id } = await getAppointment(trx, params.id)
    await setQuota(trx, group_id, form)
    return { changed: [{ type: 'appointment', id: params.id }], flash: { str: 'Regels opgeslagen', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.appointments.full }, form: { limit: 'own', company_quota: 1 } }),
})
