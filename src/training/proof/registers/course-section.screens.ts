import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { HttpError, Invalid, NotFound } from '../../../platform/errors.ts'
import { Unavailable } from '../../../platform/outside/ask-json.ts'
import { ShutOut } from '../../../platform/outside/outbox.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import type { Services } from '../../../platform/services.ts'
import { coursesArea } from '../../catalogue/courses/rights.ts'
import { getCourse, listComponents } from '../../catalogue/courses/index.ts'
import { courseRegisterFields } from './course-registers.fields.ts'
import { findCourseRegister, keepCourseRegister } from './course-registers.queries.ts'
import { findAccount, nibhvAccess } from './nibhv/account.commands.ts'
import { listProfiles, listTemplates } from './nibhv/lists.adapter.ts'
import type { Access } from './register.ts'
import { passesOn } from './registers.queries.ts'

const access = { area: coursesArea, right: 'change' } as const

/** What NIBHV answers; nothing where no connection is set up. @throws HttpError (503) */
async function asked<T>(services: Services, ask: (access: Access) => Promise<T[]>): Promise<T[]> {
  const where = await nibhvAccess(services)
  if (where === null) return []
  try {
    return await ask(where)
  } catch (error) {
    if (!(error instanceof Unavailable || error instanceof ShutOut)) throw error
    throw new HttpError(503, 'NIBHV geeft nu geen antwoord. Probeer het later opnieuw.')
  }
}

/** The competence profiles of a kind, for the search in the section of a course. */
export const nibhvProfiles = json({
  ...access,
  path: '/nibhv/getCompetenceProfiles',
  query: z.object({
    type: z.string().max(60).catch(''),
    isRefresher: z.enum(['0', '1']).catch('0'),
    language: z.string().max(10).catch(''),
  }),
  answer: ({ query: { type, isRefresher, language }, services }) =>
    asked(services, (where) => listProfiles(where, { type, isRefresher: isRefresher === '1', language })),
  example: () => ({ query: { type: 'bhv', isRefresher: '0', language: 'nl' } }),
})

/** What the components of a course of this profile can be told as. */
export const nibhvTemplates = json({
  ...access,
  path: '/nibhv/getCompetenceProfileEventTemplates/:uuid(word)',
  answer: ({ params: { uuid }, services }) => {
    if (!z.uuid().safeParse(uuid).success) throw new NotFound('Competentieprofiel')
    return asked(services, (where) => listTemplates(where, uuid))
  },
  example: () => ({ params: { uuid: '00000000-0003-4000-8000-000000000001' } }),
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

const facts = parsersOf(courseRegisterFields, 'enabled', 'to_hok', 'type', 'kind', 'language', 'profile_uuid', 'profile_name') // prettier-ignore
/** An event template as it is chosen; what it asks beforehand is not ours to keep or to send. */
const template = z
  .string()
  .max(2000)
  .transform((text, ctx) => {
    const read = z.object({ uuid: z.uuid(), name: z.string().trim().min(1).max(200) }).safeParse(parsed(text))
    if (read.success) return read.data
    ctx.addIssue({ code: 'custom', message: 'Kies uit de lijst.' })
    return z.NEVER
  })
const AGAIN = 'Open de registers van deze opleiding opnieuw.'
const SectionForm = z.object({
  ...facts,
  components: z
    .array(z.object({ id: z.coerce.number<string>().int(), templates: z.array(template).max(50).default([]) }), AGAIN)
    .min(1, AGAIN)
    .max(100),
})

/** To which registers a course is told, and as what. */
export const courseRegisters = formFragment({
  ...access,
  record: 'course',
  fieldsOf: 'course_register',
  path: '/courses/:id/registers',
  pageAddress: '/course/view/:id',
  title: 'Registers',
  view: 'training/registers/course',
  load: async ({ db, params }) => {
    const [nibhv, hok] = [
      await findCourseRegister(db, params.id, 'nibhv'),
      await findCourseRegister(db, params.id, 'hok'),
    ]
    const components = await listComponents(db, params.id)
    return {
      course: await getCourse(db, params.id),
      nibhv: nibhv ?? null,
      hok: hok ?? null,
      isConnected: (await findAccount(db)) !== undefined,
      hasHok: await passesOn(db),
      components: components.map(({ id, description }) => ({
        id,
        description,
        templates: (nibhv?.templates ?? []).filter(({ component_id }) => component_id === id),
      })),
    }
  },
  form: SectionForm,
  save: async ({ trx, params, form }) => {
    const { enabled, to_hok, components, ...values } = form
    if (enabled && values.profile_uuid !== null && values.profile_name === null)
      throw new Invalid({ profile_uuid: ['Kies uit de lijst.'] })
    const own = new Set((await listComponents(trx, params.id)).map(({ id }) => id))
    const templates = components.flatMap(({ id, templates }) =>
      own.has(id) ? templates.map(({ uuid, name }) => ({ component_id: id, uuid, name })) : [],
    )
    // Switched off, what was chosen stays for when it is switched on again.
    await keepCourseRegister(trx, params.id, 'nibhv', enabled ? { enabled, ...values, templates } : { enabled })
    if (await passesOn(trx)) await keepCourseRegister(trx, params.id, 'hok', { enabled: to_hok })
    return {
      changed: [{ type: 'course', id: params.id }],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.courses.bhv },
    form: { enabled: '1', type: 'bhv', language: 'nl', 'components[0][id]': '1' },
  }),
})
