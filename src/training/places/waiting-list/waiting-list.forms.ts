import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { checkbox, id, idList, version } from '../../../platform/forms/fields.ts'
import { settingFields } from '../../../system/settings/index.ts'
import { waitingFields } from './waiting-list.fields.ts'

/** People who are put in a line at once. */
export const MOST_PEOPLE = 200

const wishes = parsersOf(waitingFields, 'weekdays', 'establishment_id', 'from_date', 'until_date')

const inOrder = ({ from_date, until_date }: { from_date: string | null; until_date: string | null }) =>
  from_date === null || until_date === null || from_date <= until_date
const notInOrder = { path: ['until_date'], message: 'Tot en met kan niet voor Vanaf liggen.' }

const reason = waitingFields.reason.parse

export const PlaceForm = z
  .object({
    ...wishes,
    students: idList(MOST_PEOPLE).refine((chosen) => chosen.length > 0, 'Kies minimaal één cursist.'),
    course_id: z.string('Kies een opleiding.').pipe(id),
    /** Empty: any planning of the course. */
    planning_id: z
      .literal('')
      .transform(() => null)
      .or(id)
      .default(null),
    send_message: checkbox,
  })
  .refine(inOrder, notInOrder)
export const WishesForm = z.object({ ...wishes, version }).refine(inOrder, notInOrder)
export const MoveForm = z.object({
  place: z.coerce.number<string>('Kies een plaats.').int().min(1, 'Kies een plaats.').max(10_000),
  reason: reason.refine((value) => value !== '', 'Vul een reden in.'),
})
export const ReasonForm = z.object({ reason })
export const OffForm = z.object({ reason: reason.refine((value) => value !== '', 'Vul een reden in.') })
export const AnswerForm = z.object({
  answer: z.enum(['yes', 'no', 'withdraw'], 'Maak een keuze'),
  reason,
})
/** The limit of the settings, one of this planning alone, or none. */
export const RulesForm = z
  .object({
    limit: z.enum(['standard', 'own', 'none'], 'Maak een keuze'),
    company_quota: settingFields.company_quota.parse,
  })
  .refine(({ limit, company_quota }) => limit !== 'own' || company_quota !== null, {
    path: ['company_quota'],
    message: 'Vul in hoeveel plaatsen een bedrijf houdt.',
  })
