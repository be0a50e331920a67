import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { email, id, text } from '../../../platform/forms/fields.ts'
import { contactFields } from '../../../relations/contacts/index.ts'
import { MOST_PEOPLE } from './apply.rules.ts'

const { last_name_prefix, last_name, birth_date } = parsersOf(
  contactFields,
  'last_name_prefix',
  'last_name',
  'birth_date',
)

/** Somebody to enrol. The address is needed: what has to be known before the day is told by mail. */
const person = z.object({ first_name: text(100), last_name_prefix, last_name, birth_date, email })
export type ApplyPerson = z.output<typeof person>

const NOBODY = 'Vul minimaal één cursist in.'

/** Rows of the form come with holes where one was taken out; never walked by length, which may be anything. */
const persons = z
  .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .default([])
  .transform((given) => Object.values(given).filter((row) => row !== undefined))
  .pipe(z.array(person).min(1, NOBODY).max(MOST_PEOPLE, `Schrijf hooguit ${MOST_PEOPLE} cursisten tegelijk in.`))

export const ApplyForm = z.object({
  course_id: z.string('Kies een opleiding.').pipe(id),
  appointment_group_id: z.string('Kies een datum.').pipe(id),
  persons,
})
export type ApplyInput = z.output<typeof ApplyForm>

const whole = (least: number, most: number) =>
  z.coerce
    .number()
    .catch(least)
    .transform((asked) => Math.min(Math.max(Math.trunc(asked) || least, least), most))

/** What is asked of the plannings: fields of the form, and for how many there has to be a place. */
export const AppointmentsQuery = z.object({
  course_id: whole(0, 2_147_483_647),
  freeSpace: whole(1, 1000),
})

/** A link that was pasted, or the last part of it. */
export const LinkForm = z.object({ link: z.string().max(2000).catch('') })
export const tokenIn = (link: string): string =>
  /([\w-]{22,64})\s*$/.exec(link.trim().replace(/[/?#]+$/, ''))?.[1] ?? ''
