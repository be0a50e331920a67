import { NotFound } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import { makeInvoices } from './billables.ts'
import { CreateForm, InvoicesForm } from './e-learning.forms.ts'
import { listOfferedTo, partsOf, priceOfCourse, priceText } from './e-learning.queries.ts'
import { NO_ADDRESS, hasAddress } from './e-learning.rules.ts'
import { createLicense, detach, end, renew, sendLink } from './licenses.commands.ts'
import { eLearningArea } from './rights.ts'

const HOME = '/e-learning/licenses'
const changes = { area: eLearningArea, record: 'e_learning_license', right: 'change' } as const

const changedOf = (id: number) => [{ type: 'e_learning_license', id }]

/** The licence, and the planning that shows it. */
const shownBy = async (trx: Trx, id: number) => [...changedOf(id), ...(await partsOf(trx, id))]

/** Ends it; what it was used for stays known. */
export const licenseDelete = action({
  ...changes,
  path: '/e-learning/license/:id',
  methods: ['DELETE'],
  save: async ({ trx, params, services }) => {
    await end(trx, services, params.id)
    return {
      changed: await shownBy(trx, params.id),
      flash: { str: 'Licentie beëindigd', type: 'success' },
      close: true,
    }
  },
  example: (story) => ({ params: { id: story.eLearning.anouk } }),
})

/** A licence for one person, beside any planning. */
export const licenseCreate = formPopup({
  area: eLearningArea,
  record: 'contact',
  fieldsOf: 'e_learning_license',
  right: 'change',
  recordParam: 'contactId',
  path: '/e-learning/create/:contactId',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => {
    const contact = await db
      .selectFrom('contacts')
      .select(['id', 'email', 'first_name', 'initials', 'last_name_prefix', 'last_name'])
      .where('id', '=', params.contactId)
      .executeTakeFirst()
    if (!contact) throw new NotFound('Contact')
    const courses = await listOfferedTo(db, null)
    const prices = await Promise.all(courses.map((course) => priceOfCourse(db, course)))
    return {
      contact,
      courses: courses.map((course, at) => ({
        value: String(course.id),
        label: `${course.description}, ${formatCount(course.expiry_days, 'dag', 'dagen')}${prices[at] === null ? '' : `, € ${priceText(prices[at]!, 1)}`}`,
      })),
    }
  },
  title: ({ contact }) => `E-learning voor ${fullName(contact)}`,
  view: 'training/e-learning/create',
  form: CreateForm,
  formRecords: { e_learning_course_id: 'e_learning_course' },
  refusal: ({ contact }) => (hasAddress(contact.email) ? undefined : NO_ADDRESS),
  submits: [{ label: 'Licentie maken' }],
  save: async ({ trx, params, form, services }) => {
    const id = await createLicense(trx, services, {
      contactId: params.contactId,
      courseId: form.e_learning_course_id,
      sendLink: form.send_link,
    })
    return { changed: changedOf(id), flash: { str: 'Licentie gemaakt', type: 'success' } }
  },
  example: (story) => ({
    params: { contactId: story.contacts.anouk },
    form: { e_learning_course_id: story.eLearning.course },
  }),
})

export const licenseRenew = action({
  ...changes,
  path: '/e-learning/license/:id/renew',
  save: async ({ trx, params, services }) => {
    const until = await renew(trx, services, params.id)
    return {
      changed: await shownBy(trx, params.id),
      flash: { str: `Licentie verlengd tot ${formatDate(until)}`, type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.eLearning.anouk } }),
})

const ofPlanning = async (db: Db | Trx, appointmentId: number): Promise<number> => {
  const part = await db.selectFrom('appointments').select('group_id').where('id', '=', appointmentId).executeTakeFirst()
  if (!part) throw new NotFound('Planning')
  return part.group_id
}

export const licenseDetach = action({
  ...changes,
  path: '/e-learning/license/:id/:appointmentId/detach',
  alsoRecords: { appointmentId: 'appointment' },
  save: async ({ trx, params }) => {
    await detach(trx, params.id, await ofPlanning(trx, params.appointmentId))
    return {
      changed: [...changedOf(params.id), { type: 'appointment', id: params.appointmentId }],
      flash: { str: 'Licentie losgekoppeld', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.eLearning.anouk, appointmentId: story.appointments.coming } }),
})

const linkFlash = { str: 'De link wordt verstuurd', type: 'success' } as const

/** The link of who follows it for a planning. */
export const linkOfPlanning = action({
  ...changes,
  path: '/e-learning/license/:id/:appointmentId/send-link',
  alsoRecords: { appointmentId: 'appointment' },
  save: async ({ trx, params, services }) => {
    await sendLink(trx, services, params.id, await ofPlanning(trx, params.appointmentId))
    return { changed: changedOf(params.id), flash: linkFlash }
  },
  example: (story) => ({ params: { id: story.eLearning.anouk, appointmentId: story.appointments.coming } }),
})

export const licenseLink = action({
  ...changes,
  path: '/e-learning/license/:id/send-link',
  save: async ({ trx, params, services }) => {
    await sendLink(trx, services, params.id, null)
    return { changed: changedOf(params.id), flash: linkFlash }
  },
  example: (story) => ({ params: { id: story.eLearning.anouk } }),
})

/** Concepts of what these licences cost, one for each customer. */
export const licenseInvoices = action({
  ...changes,
  recordParam: null,
  path: '/e-learning/licenses/makeInvoices',
  form: InvoicesForm,
  formRecords: { licenses: 'e_learning_license' },
  save: async ({ trx, viewer, form, services }) => {
    const made = await makeInvoices(trx, services.registry, form.licenses, viewer.id)
    return {
      changed: [...form.licenses.flatMap(changedOf), ...made.map((id) => ({ type: 'invoice', id }))],
      flash: { str: `${formatCount(made.length, 'concept', 'concepten')} gemaakt`, type: 'success' },
      body: { invoices: made },
    }
  },
  example: (story) => ({ form: { licenses: story.eLearning.anouk } }),
})
