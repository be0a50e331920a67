import * as z from 'zod'
import { dateOrNull, id, idList, selectorIdOrNull, wholeNumber } from '../../../platform/forms/fields.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { optionDay } from '../../planning/planning/index.ts'
import { TellForm } from '../planning-status/index.ts'
import type { ChosenLine } from './accepting.rules.ts'
import { MOST_DUES } from './inputs.queries.ts'

/** Whom a proposal is made for, where the popup is opened from a list or a company. */
export const AutopilotQuery = z.object({
  ids: idList(MOST_DUES),
  company_id: id.optional().catch(undefined),
})

/** Distances to choose from; 0: no matter how far. */
export const DISTANCES = [25, 50, 75, 0] as const
/** Days ahead in which refreshers end, until somebody says otherwise. */
export const AHEAD = 90
/** People that a new planning needs, where its course says nothing. */
export const MINIMUM = 4

const who = {
  course_id: selectorIdOrNull,
  company_id: selectorIdOrNull,
  from: dateOrNull,
  until: dateOrNull,
  near: selectorIdOrNull,
  within: z.coerce
    .number()
    .catch(50)
    .default(50)
    .transform((km) => (DISTANCES.includes(km as (typeof DISTANCES)[number]) ? km : 50)),
  minimum: wholeNumber(1, 1000).default(MINIMUM),
}

/** Whom a proposal is made for. */
export const WhoStep = z
  .object(who)
  .transform(({ from, until, within, ...rest }) => ({
    ...rest,
    from,
    until: until ?? addDays(from ?? today(), AHEAD),
    withinKm: within === 0 ? null : within,
  }))
  .refine(({ from, until }) => from === null || from <= until, {
    path: ['until'],
    message: 'De laatste dag ligt voor de eerste.',
  })
export type Asked = z.output<typeof WhoStep>

const LINE =
  /^([1-9]\d{0,9}):(p[1-9]\d{0,9}|n[1-9]\d{0,9}\.\d{1,10}\.[1-9]\d{0,9}(?:_[1-9]\d{0,9}){0,49}\.\d{4}-\d{2}-\d{2})$/

const line = z
  .string()
  .regex(LINE, 'Maak een keuze')
  .transform((value): ChosenLine => {
    const [, refresherId, key] = LINE.exec(value)!
    return { refresherId: Number(refresherId), key: key! }
  })

const CHOOSE_ONE = 'Kies minimaal één cursist die een plaats krijgt.'
const lines = z
  .union([z.string().transform((value) => [value]), z.array(z.string())], CHOOSE_ONE)
  .pipe(z.array(line).min(1, CHOOSE_ONE).max(MOST_DUES))

/** What of the proposal is taken over. */
export const ChosenStep = z.object({
  lines,
  status: z.enum(['planned', 'option']).default('planned'),
  option_until: optionDay,
})
const { kinds, subject, content } = TellForm.shape

/** For whom the message is shown: a person, and the planning of which they are told. */
const reader = z
  .string('Kies voor wie.')
  .regex(LINE, 'Kies voor wie.')
  .transform((value) => {
    const [, contactId, key] = LINE.exec(value)!
    return { contactId: Number(contactId), key: key! }
  })

/** What is looked at before it goes: the message as one of them will get it. */
export const MessageForm = ChosenStep.extend({ kinds, subject, content, reader })
export type MessageInput = z.output<typeof MessageForm>

/** The same, with who is told of it and in which words; a text is asked where somebody is. */
export const AutopilotForm = ChosenStep.extend({ kinds, subject: subject.optional(), content: content.optional() })
  .superRefine((form, ctx) => {
    const read = form.kinds.length === 0 ? null : TellForm.safeParse(form)
    for (const { path, message } of read?.error?.issues ?? []) ctx.addIssue({ code: 'custom', path, message })
  })
  .transform(({ kinds: told, subject: about = '', content: text = '', ...form }) => ({
    ...form,
    tell: { kinds: told, subject: about, content: text },
  }))
