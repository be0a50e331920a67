import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { networkAt } from '../../../platform/http/network.ts'
import { Throttle } from '../../../platform/http/throttle.ts'
import { tokenHash } from '../../../platform/links.ts'
import { type PublicAnswer, publicPage, throttledPage } from '../../../platform/screens/call/public.ts'
import type { Exchange } from '../../../platform/screens/screen.ts'
import { singleton } from '../../../platform/services.ts'
import { contactFields } from '../../../relations/contacts/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { apply } from './apply.commands.ts'
import { ApplyForm, AppointmentsQuery, LinkForm, tokenIn } from './apply.forms.ts'
import { coursesWithPlaces, findOpen, listPlannings } from './apply.queries.ts'
import { MOST_PEOPLE } from './apply.rules.ts'

/** A whole office may look from one address; who guesses links or fills in forms by machine gets no further than this. */
const BY_ADDRESS = { name: 'apply-address', tries: 240, seconds: 600 }
const BY_TOKEN = { name: 'apply-token', tries: 480, seconds: 600 }
const SENT = { name: 'apply-sent', tries: 30, seconds: 600 }

const throttlesOf = singleton(({ pool }) => ({
  addresses: new Throttle(pool, BY_ADDRESS),
  tokens: new Throttle(pool, BY_TOKEN),
  sent: new Throttle(pool, SENT),
}))

const TITLE = 'Inschrijven'

/** Counts a look; what is made up counts likewise, by what it looks like in the database. */
async function look({ services }: Pick<Exchange, 'services'>, address: string, token: string): Promise<void> {
  const { addresses, tokens } = throttlesOf(services)
  await addresses.spend(address)
  await tokens.spend(tokenHash(token))
}

const organisationOf = async (db: Db) => (await readSetting(db, 'organisation')).name

/** What every answer is once nothing can be had by a link, also by one that never was. */
const ended = async (db: Db, enrolled = 0): Promise<PublicAnswer> => ({
  view: 'training/apply/ended',
  data: { organisation: await organisationOf(db), said: enrolled > 0 ? enrolledText(enrolled) : null },
})

const enrolledText = (people: number): string =>
  people === 0
    ? 'Deze cursisten waren al ingeschreven.'
    : `${formatCount(people, 'cursist is', 'cursisten zijn')} ingeschreven.`

interface Sent {
  values: Record<string, unknown>
  errors: Record<string, string[]>
}

/** The fields of a person that are asked here; a birth date only of people of whom it is kept. */
const personFields = (hidden: readonly string[]) =>
  (['first_name', 'last_name_prefix', 'last_name', 'email', 'birth_date'] as const)
    .filter((name) => !hidden.includes(name))
    .map((name) => ({ name, label: contactFields[name].label, isDate: name === 'birth_date' }))

/** The form as it stands now, with what was sent and what is wrong with it. */
async function formPage(db: Db, token: string, sent: Sent | null, said: string | null): Promise<PublicAnswer> {
  const agreement = await findOpen(db, token)
  if (agreement === null) return ended(db)
  const courses = coursesWithPlaces(agreement)
  const plannings = await listPlannings(db, {
    courseIds: courses.map(({ course_id }) => course_id),
    companyId: agreement.company_id,
    freeSpace: 1,
  })
  const values = sent?.values ?? {}
  const chosen = courses.find(({ course_id }) => String(course_id) === values.course_id) ?? null
  const fields = personFields(agreement.hidden_contact_fields)
  const rows = Object.values(values.persons ?? {}).slice(0, MOST_PEOPLE) as Record<string, unknown>[]
  const errors = sent?.errors ?? {}
  return {
    status: sent === null ? 200 : 422,
    view: 'training/apply/form',
    data: {
      organisation: await organisationOf(db),
      company: agreement.company_name,
      lines: agreement.lines,
      courses: courses.map((course) => ({
        ...course,
        plannings: plannings.filter(({ course_id }) => course_id === course.course_id),
      })),
      chosenCourse: chosen?.course_id ?? (courses.length === 1 ? courses[0]!.course_id : null),
      chosenPlanning: values.appointment_group_id ?? null,
      action: `/apply/${encodeURIComponent(token)}`,
      errors,
      said,
      repeat: {
        name: 'persons',
        label: 'Cursist',
        addLabel: 'Nog een cursist',
        min: 1,
        max: MOST_PEOPLE,
        view: 'training/apply/person',
        blank: { fields, values: {}, errors: {} },
        items: rows.map((row, i) => ({
          data: { fields, values: row, errors: Object.fromEntries(fields.map(({ name }) => [name, errors[`persons.${i}.${name}`]?.[0]])) }, // prettier-ignore
        })),
      },
    },
  }
}

/** The page of who knows that there is a link and does not have it at hand: it is pasted here. */
export const applyStart = publicPage({
  path: '/apply',
  title: TITLE,
  show: async ({ db }) => ({ view: 'training/apply/start', data: { organisation: await organisationOf(db) } }),
  form: LinkForm,
  submit: ({ form }) => ({ redirect: `/apply/${encodeURIComponent(tokenIn(form.link) || 'onbekend')}` }),
})

/** A company enrols its people by the link of its agreement, without an account. */
export const applyPage = publicPage({
  path: '/apply/:token(word)',
  title: TITLE,
  show: async ({ db, params, query, services, address }) => {
    await look({ services }, address, params.token)
    const people = typeof query.ingeschreven === 'string' ? Number(query.ingeschreven) : NaN
    const said = Number.isInteger(people) && people >= 0 && people <= MOST_PEOPLE ? enrolledText(people) : null
    return formPage(db, params.token, null, said)
  },
  form: ApplyForm,
  submit: async ({ db, params, services, address, form }) => {
    await look({ services }, address, params.token)
    await throttlesOf(services).sent.spend(tokenHash(params.token))
    const applied = await inTransaction(db, null, (trx) => apply(trx, services, params.token, form))
    if (applied === null || (await findOpen(db, params.token)) === null) return ended(db, applied?.people ?? 0)
    return { redirect: `/apply/${encodeURIComponent(params.token)}?ingeschreven=${applied.people}` }
  },
  invalid: async (error, exchange) => {
    if (!(error instanceof Invalid)) return throttledPage(error, exchange)
    const { services, params, req } = exchange
    await look(exchange, networkAt(req), String(params.token))
    const sent = { values: (req.body ?? {}) as Record<string, unknown>, errors: error.fields }
    return formPage(services.db, String(params.token), sent, null)
  },
})

/** The plannings of a course with so many free places, for the form. */
export const applyAppointments = publicPage({
  path: '/apply/:token(word)/appointments',
  title: TITLE,
  show: async ({ db, params, query, services, address }) => {
    await look({ services }, address, params.token)
    const asked = AppointmentsQuery.parse(query)
    const agreement = await findOpen(db, params.token)
    if (agreement === null) return { json: { done: true, groups: [] } }
    const courseIds = coursesWithPlaces(agreement)
      .map(({ course_id }) => course_id)
      .filter((course) => asked.course_id === 0 || course === asked.course_id)
    const groups = await listPlannings(db, { courseIds, companyId: agreement.company_id, freeSpace: asked.freeSpace })
    return { json: { done: false, groups } }
  },
})
