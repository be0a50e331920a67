/** The fields of the contract (fields.csv), each in the answer, form or record that carries it. */
import { readFileSync } from 'node:fs'
import type * as cheerio from 'cheerio'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { appointmentsQuery, calendarFilters } from '../../src/training/planning/calendar/calendar.forms.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { epochSeconds, instantOf, wallClock } from '../../src/platform/format/zone.ts'
import { messageOf } from '../../src/system/remote-support/remote-support.contract.ts'
import { AROUND_NOW, daysFromNow, HALF_YEAR } from '../support/around-now.ts'
import { uploadImage } from '../support/upload.ts'

interface Field {
  id: string
  area: string
  entity: string
  field: string
}
const screens = manifests.flatMap((manifest) => manifest.screens)
const declaredAreas = new Set(screens.map(({ area }) => (area === 'public' ? area : area.name)))
const declaredPaths = new Set(screens.map(({ path }) => path))
const fields = parse<Field>(readFileSync('tests/fixtures/fields.csv'), { columns: true })

/** Fields of areas that stand, which come with an area (its name) or a call (its path) that does not stand yet. */
const COME_WITH: Record<string, Record<string, string[]>> = {}
const waitsFor = ({ entity, field }: Field) =>
  Object.entries(COME_WITH).find(([, entities]) => entities[entity]?.includes(field))?.[0]

/** Where the contract names no field, or describes one, the name it has here. */
const NAMES: Record<string, string> = {
  'Planning appointment: css background-color': 'background-color',
  'Evaluation question: required flag': 'required',
  'Evaluation statistics: general score': 'score',
  'Evaluation statistics: categories.category name': 'categories.name',
  'Contact: teacher may apply': 'teacher_may_apply',
  'Contact: HOK teacher number': 'hok_teacher_number',
  'Contact: active flag': 'active',
  'Company: style settings.css': 'style_settings.css',
  'Company: style settings.show_bing_image': 'style_settings.show_bing_image',
  'Appointment: responsibles.(link record).role_id': 'responsibles.link.role_id',
  'Appointment: responsibles.(link record).starts_at': 'responsibles.link.starts_at',
  'Appointment: responsibles.(link record).ends_at': 'responsibles.link.ends_at',
  'Calendar filter values: (free filter keys)': 'course_id',
  'Image upload result: file name': 'file_name',
  'Visit: order.client name or messageName': 'order.messageName',
  'Selector label: other types': 'label',
  'Selector label: product': 'label',
  'Selector label: order or quotation': 'label',
  'Quotation: products': 'product_id',
  'Product: active or deactivated state': 'active',
  'Product: consumables': 'consumable_id',
  'Order: address fields': 'street',
  'Invoice: amountWithTaxes': 'total',
  'Invoice: products': 'product_id',
  'Invoice: sent flag': 'sent_at',
  'Invoice: linked quotation or order': 'order_id',
  'Device: calibrationDays': 'calibration_days',
  'Contract (order contract): repeat_after': 'repeat_count',
  'Inspection contract: repeat_after': 'repeat_count',
  'Inspection contract: product': 'products',
  'Inspection contract: product.pivot.amount': 'products.amount',
  'Order action: done flag': 'done',
  'Establishment: name': 'label',
  'Popup options: (option entries)': 'label',
  'Other form fields: notes per student': 'notes',
  'Reservation: company': 'company_id',
  'Reservation: contact': 'contact_id',
  'Finish form: refreshers.contact_id': 'contact_id',
  'Finish form: refreshers.contact_refresher_course_id': 'contact_refresher_course_id',
  'Finish form: refreshers.course_id': 'course_id',
  'Finish form: refreshers.expiration_date': 'expiration_date',
  'API client: client_id': 'Client-id',
  'API client: name': 'Naam',
}

/** What other tests look at by their own means: names in cookies, menus and the index of the search. */
const PROVEN_BY: Record<string, string> = {
  'Popup menu definition': 'tests/platform/components.test.ts [P-102]',
  'Tag item': 'tests/deep/tags-journeys.test.ts [F-484]',
  Cookies: 'islands/calendar/cookies.test.ts [P-129]',
  'Board settings': 'islands/planning-board/settings.test.ts [A-054]',
  'Local cookie-like storage': 'tests/deep/search.test.ts [P-126]',
  'Evaluation (searchable)': 'tests/training/evaluations.test.ts [P-115]',
  'Company (searchable)': 'tests/platform/calls.test.ts [P-106]',
  'Contact (searchable)': 'tests/platform/calls.test.ts [P-107]',
  'Course (searchable)': 'tests/training/courses.test.ts [P-109]',
  'Appointment (searchable)': 'tests/platform/calls.test.ts [P-112]',
  'Product (searchable)': 'tests/administration/products.test.ts [P-110]',
  'Quotation (searchable)': 'tests/administration/quotations.test.ts [F-042]',
  'Order (searchable)': 'tests/administration/orders.test.ts [F-043]',
  'Invoice (searchable)': 'tests/administration/invoices.test.ts [F-044]',
  'Device (searchable)': 'tests/inspections/devices.test.ts [P-113]',
  'DeviceCategory (searchable)': 'tests/inspections/devices.test.ts [P-114]',
  'Entry (searchable)': 'tests/training/registrations.test.ts [P-108]',
  Import: 'tests/system/importing.test.ts [A-156]',
  'E-learning licence': 'tests/training/e-learning.test.ts [R-110]',
  'Registration entry': 'tests/training/registrations.test.ts [R-155]',
  'Registration process result': 'tests/training/registrations.test.ts [T-069]',
  'ProductCategory (searchable)': 'tests/administration/products.test.ts [P-111]',
  Export: 'tests/platform/table-columns.test.ts [R-261]',
  'Student lookup result': 'tests/training/kiosk-phones.test.ts [T-214]',
  'Training-register settings': 'tests/training/registers.test.ts [S-111]',
  'Training-register trainer': 'tests/training/registers.test.ts [R-163]',
  'Training-register contact user': 'tests/training/registers.test.ts [R-163]',
  'Training-register location': 'tests/training/registers.test.ts [R-164]',
  'Competence profile': 'tests/training/registers.test.ts [R-165]',
  'Event template': 'tests/training/registers.test.ts [R-166]',
  'Training-register course form': 'tests/training/registers.test.ts [T-071]',
}

let app: TestApp
let admin: Browser
beforeAll(async () => {
  app = await testApp()
  admin = await app.as(1)
})
afterAll(() => app.close())

/** The keys of an answer, those below others dotted; lists count as what stands in them. */
function keysOf(value: unknown, above = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keysOf(item, above))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = above === '' ? key : `${above}.${key}`
    return [name, ...keysOf(inner, name)]
  })
}
const json = async (path: string) => keysOf((await admin.get(path)).json())
/** The names of a form's fields; of those in rows the last one counts: `appointments[0][room_id]`. */
const namesIn = ($: cheerio.CheerioAPI) =>
  $('[name], [data-name]')
    .toArray()
    .flatMap((field) => {
      const name = $(field).attr('name') ?? $(field).attr('data-name')!
      return [...name.matchAll(/[A-Za-z_]\w*/g)].map(([part]) => part)
    })
const form = async (path: string) => namesIn((await admin.get(path)).$)
const step = async (key: string, given: Record<string, string>) =>
  namesIn((await admin.post(`/calendar/add?step=${key}`, given)).$)

/** The fields that each thing of the contract has here. */
/** The visits of the teacher on a day, else on that of the one that the story tells of. */
async function visitsOfTeacher(day?: string) {
  const { starts_at } = await app.db.selectFrom('visits').select('starts_at').where('id', '=', app.story.visits.ofTeacher).executeTakeFirstOrThrow() // prettier-ignore
  const url = `/workday/getData/${app.story.users[ROLE.teacher]}?date=${day ?? wallClock(starts_at).day}`
  return (await admin.get(url)).json<{ order: { destination: object; contract: object | null } }[]>()
}

const CARRIERS: Record<string, () => Promise<string[]>> = {
  'Calendar appointment': async () => {
    await app.pool.query(`update appointment_statuses set color = '#123456'`)
    const { appointments } = (await admin.get(`/ajax/getAppointments/courses?type=m&${AROUND_NOW}`)).json<{
      appointments: object[]
    }>()
    return keysOf(appointments)
  },
  Evaluation: async () => keysOf((await admin.get('/evaluations/questions/find')).json<{ evaluations: object[] }>().evaluations), // prettier-ignore
  'Evaluation question': async () => keysOf((await admin.get('/evaluations/questions/find')).json<{ questions: object[] }>().questions), // prettier-ignore
  'Evaluation statistics': () => json('/evaluations/statistics'),
  'Calendar filter values': async () => Object.keys(appointmentsQuery.shape),
  'Calendar filters': async () => {
    const shown = new Set(await form('/calendar/filters/default'))
    return Object.keys(calendarFilters.shape).filter((key) => shown.has(key))
  },
  'Popup options': async () => {
    const { $ } = await admin.get(`/contact/view/${app.story.contacts.anouk}`)
    return keysOf(JSON.parse(Buffer.from($('[data-popup-options]').val() as string, 'base64').toString()))
  },
  'Search result': async () =>
    keysOf((await admin.get('/ajax/superSearch?query=anouk')).json<{ data: object[] }>().data),
  'Search response': () => json('/ajax/superSearch?query=anouk'),
  'Selector label': () => json('/ajax/specialSelectorSearch?type=course&v=bhv&returnObjects=true'),
  'Current user': () => json('/ajax/getCurrentUser'),
  'Release note': async () => keysOf((await admin.get('/release-notes?page=1')).json<{ data: object[] }>().data),
  'Remote support message': async () => keysOf([JSON.parse(messageOf('text', '', 0)) as object]),
  'Widget data': () => json('/widgets/forecast/getData'),
  Appointment: () => json(`/ajax/getAppointment/${app.story.appointments.coming}`),
  'Appointment group row': () => json(`/ajax/getAppointment/${app.story.appointments.coming}`),
  'Component appointment form': async () => {
    const given = { course_id: String(app.story.courses.bhv) }
    const components = await admin.post('/calendar/add?step=components', given)
    const sent = {
      ...given,
      'appointments[0][enabled]': '1',
      'appointments[0][course_component_id]': String(components.$('[data-component]').val()),
      'appointments[0][start_datetime]': '02-12-2031 08:30',
      'appointments[0][end_datetime]': '02-12-2031 16:30',
    }
    return [
      ...namesIn(components.$),
      ...(await step('addresses', { ...sent, incompany: '0' })),
      ...(await step('teachers', { ...sent, incompany: '0', same_location: '1' })),
    ]
  },
  Product: async () => [
    ...(await json(`/ajax/getProducts?id=${app.story.products.bhvBook}`)),
    ...(await form(`/products/edit/${app.story.products.bhvBook}`)),
    ...(await form(`/products/addConsumable/${app.story.products.firstAidBox}`)),
  ],
  'Product category': async () => [
    'id',
    ...(await form(`/administration/edit-category/${app.story.productCategories.books}`)),
  ],
  'Device category': async () => (await json('/ajax/getDeviceCategories')).map((key) => key.replace('data.', '')),
  Device: async () => {
    const { extinguisher } = app.story.devices
    const stored = await app.db
      .selectFrom('devices')
      .selectAll()
      .where('id', '=', extinguisher)
      .executeTakeFirstOrThrow()
    const { $ } = await admin.get(`/inspections/devices/view/${extinguisher}`)
    const added = await admin.get(`/inspections/devices/add/company/${stored.company_id}`)
    return [
      ...Object.keys(stored),
      ...(await form(`/inspections/devices/edit/${extinguisher}`)),
      ...($('[data-autosave*=updateLogNotes]').length > 0 ? ['logs', 'logs.notes'] : []),
      ...($('[data-autosave*=setConsumableProductInstallDate]').length > 0 ? ['consumables'] : []),
      ...(added.status === 200 ? ['type', 'owner id'] : []),
    ]
  },
  'Customer price': () => form(`/price-rules/${app.story.customPrice.rule}`),
  'Planning appointment': async () => {
    const month = `from=${epochSeconds(daysFromNow(-20))}&to=${epochSeconds(daysFromNow(20))}`
    const lanes = (await admin.get(`/inspections/board/data?${month}`)).json<{ data: { visits: object[] } }[]>()
    // The element of the lane that it is in is told by the lane, and never kept.
    return [...keysOf(lanes.flatMap(({ data }) => data.visits)), ...(keysOf(lanes).includes('id') ? ['tr_id'] : [])]
  },
  Visit: async () => {
    const order_id = app.story.orders.ofTeacher
    const contract = await app.db.selectFrom('inspection_contracts').select('id').limit(1).executeTakeFirstOrThrow() // prettier-ignore
    await app.db.insertInto('contract_orders').values({ contract_id: contract.id, order_id }).execute()
    const [starts_at, ends_at] = [instantOf('2031-03-03', '09:00')!, instantOf('2031-03-03', '10:00')!]
    const employee_id = app.story.users[ROLE.teacher]!
    await app.db.insertInto('visits').values({ order_id, employee_id, starts_at, ends_at }).execute()
    const [visit] = await visitsOfTeacher('2031-03-03')
    const { order } = visit!
    return [
      ...Object.keys(visit!),
      ...Object.keys(order).map((field) => `order.${field}`),
      ...Object.keys(order.contract!).map((field) => `order.contract.${field}`),
    ]
  },
  'Workday product': async () => {
    const { ofTeacher } = app.story.orders
    const { product } = app.story.workday
    const answer = await admin.post(`/workday/${ofTeacher}/products/${product}/markDelivered?visit=${app.story.visits.ofTeacher}`, { delivered: '1' }) // prettier-ignore
    return Object.keys(answer.json())
  },
  'Address record': async () => Object.keys((await visitsOfTeacher())[0]!.order.destination),
  Order: async () => {
    const { order } = app.story.sales
    const stored = await app.db.selectFrom('orders').selectAll().where('id', '=', order).executeTakeFirstOrThrow()
    const buyer = await app.db
      .selectFrom('companies')
      .select('client_id')
      .where('id', '=', stored.company_id)
      .executeTakeFirstOrThrow()
    const info = (await admin.get(`/administration/order/migrate/${order}/getInfo`)).json<{ order: object }>()
    const { text } = await admin.get(`/administration/order/view/${order}`)
    const carried = await admin.get(`/administration/order/devices/${app.story.orderDevices.order}`)
    return [
      ...Object.keys(stored),
      ...(await form(`/administration/order/edit/${order}`)),
      ...(text.includes(String(buyer.client_id)) ? ['client_id'] : []),
      ...Object.keys(info.order),
      ...(carried.$('[data-device]').length > 0 ? ['devices'] : []),
    ]
  },
  'Order action': async () => {
    const { order, device, placed } = app.story.orderDevices
    const { $ } = await admin.get(`/administration/order/devices/${order}`)
    const toggle = $(`[data-post="/administration/order/actionDone/${order}/${device}/${placed}"]`)
    return [
      ...Object.keys(JSON.parse(toggle.attr('data-fields')!) as object),
      ...(await json(`/actions/${placed}`)).filter((key) => key === 'should_disable_device'),
    ]
  },
  'Order product': async () => {
    const [line] = app.story.sales.orderLines
    const stored = await app.db.selectFrom('sale_lines').selectAll().where('id', '=', line!).executeTakeFirstOrThrow()
    return [...Object.keys(stored), ...(await form(`/administration/order/view_single_product/${line}`))]
  },
  Quotation: async () => {
    const { quotation } = app.story.sales
    const stored = await app.db
      .selectFrom('quotations')
      .selectAll()
      .where('id', '=', quotation)
      .executeTakeFirstOrThrow()
    return [
      ...Object.keys(stored),
      ...(await form(`/administration/quotation/edit/${quotation}`)),
      ...(await form(`/administration/quotation/add_products/${quotation}`)),
    ]
  },
  Invoice: async () => {
    const { invoice } = app.story.sales
    const stored = await app.db.selectFrom('invoices').selectAll().where('id', '=', invoice).executeTakeFirstOrThrow()
    return [
      ...Object.keys(stored),
      ...(await form(`/administration/invoice/edit/${invoice}`)),
      ...(await form(`/administration/invoice/add_lines/${invoice}`)),
    ]
  },
  Course: () => json(`/ajax/getCourse/${app.story.courses.bhv}`),
  Contact: async () => {
    // What is moved over of an older system: the contacts that are ticked.
    app.services.config.migration = { url: null }
    await app.pool.query(`with move as (insert into migration_moves (source) values ('other') returning id)
      insert into migration_rows (move_id, what, line, old_id, cells, part) select id, 'contacts', 1, '1', '{"last_name":"Oud"}', 1 from move`)
    return [...(await json(`/ajax/getContacts?id=${app.story.contacts.anouk}`)), ...(await form('/settings/migration/take/contacts'))] // prettier-ignore
  },
  Company: async () => [
    ...(await json(`/company/${app.story.companies.deLinde}`)),
    ...(await json(`/ajax/getCompanies?id=${app.story.companies.deLinde}`)),
    ...(await form(`/company/${app.story.companies.deLinde}/billing/edit`)),
  ],
  Occupation: () => json(`/calendar/getOccupations?${HALF_YEAR}`),
  Reservation: async () => {
    const { id } = await app.db.selectFrom('reservations').select('id').executeTakeFirstOrThrow()
    return ['id', ...(await form(`/calendar/getReservation/${id}`))]
  },
  'Contact refresher course': () => json(`/courses/refreshers/fetch?ids=${app.story.refreshers.anouk}`),
  'Refresher suggestion': () => json(`/calendar/getStudentRefresherSuggestions/${app.story.appointments.toFinish}`),
  'Presence form': () => form(`/calendar/getFinishWizard/${app.story.appointments.toFinish}`),
  'Finish form': async () => {
    const wizard = `/calendar/getFinishWizard/${app.story.appointments.toFinish}`
    const { $ } = await admin.get(wizard)
    const results = Object.fromEntries(
      $('[name^=present_students], [name^=passed_students]')
        .toArray()
        .map((field) => [$(field).attr('name')!, '1']),
    )
    const refreshers = await admin.post(`${wizard}?step=refreshers`, results)
    const documents = await admin.post(`${wizard}?step=documents`, results)
    const chosen = { ...results, 'document_layouts[]': 1, issued_on: String(documents.$('[name=issued_on]').val()) }
    return [refreshers, documents]
      .flatMap(({ $: names }) => namesIn(names))
      .concat(namesIn((await admin.post(`${wizard}?step=status`, chosen)).$))
  },
  'Other form fields': async () => {
    const { coming } = app.story.appointments
    const { contact_id } = await app.db
      .selectFrom('enrolments')
      .select('contact_id')
      .where('appointment_id', '=', coming)
      .executeTakeFirstOrThrow()
    const online = { course_id: '8', 'appointments[0][enabled]': '1', 'appointments[0][course_component_id]': '81' }
    const room = { course_id: '1', 'appointments[0][enabled]': '1', 'appointments[0][course_component_id]': '11' }
    const at = {
      'appointments[0][start_datetime]': '02-12-2031 08:30',
      'appointments[0][end_datetime]': '02-12-2031 16:30',
      'appointments[1][start_datetime]': '03-12-2031 08:30',
      'appointments[1][end_datetime]': '03-12-2031 16:30',
      'appointments[1][enabled]': '1',
    }
    return [
      ...(await form(`/calendar/enroll/${coming}/0`)),
      ...(await form(`/calendar/moveStudents/${coming}?students=${contact_id}`)),
      ...(await form(`/calendar/unsubscribeStudents/${coming}?students=${contact_id}`)),
      ...(await form(`/calendar/studentNotes/${coming}/${contact_id}`)),
      ...(await step('incompany', {
        ...room,
        ...at,
        incompany: '1',
        'companies[]': String(app.story.companies.deLinde),
      })),
      ...(await step('addresses', { ...room, ...at, 'appointments[1][course_component_id]': '12', incompany: '0' })),
      ...(await step('addresses', { ...online, ...at, 'appointments[1][course_component_id]': '82', incompany: '0' })),
    ]
  },
  'Contract (order contract)': () => form(`/inspections/contracts/edit/${app.story.contracts.deLinde}`),
  'Inspection contract': async () => [
    ...(await form(`/inspections/contracts/edit/${app.story.contracts.deLinde}`)),
    ...(await json('/api/inspections/contracts/fetchUsage?from=2020-01-01&to=2050-01-01')),
  ],
  Document: async () => {
    const owners = {
      contact_id: app.story.contacts.anouk,
      company_id: app.story.companies.deLinde,
      appointment_id: app.story.appointments.coming,
      inspectionContract_id: app.story.contracts.deLinde,
    }
    const opened = await Promise.all(
      Object.entries(owners).map(async ([owner, id]) => {
        const { status } = await admin.get(`/documents/add?${owner}=${id}`)
        return status === 200 ? [owner] : []
      }),
    )
    return opened.flat()
  },
  Layout: async () => keysOf(await app.db.selectFrom('layouts').selectAll().execute()),
  'Default message': async () => ['id', ...(await form('/messages/default/view/1'))],
  'Resend message': async () => {
    const { id } = await app.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
    return [...(await form(`/messages/resend/${id}`)), ...(await form(`/messages/resend?messages=${id}`))]
  },
  Establishment: () => json('/ajax/specialSelectorSearch?type=establishment&returnObjects=true'),
  'API client': async () => {
    const { $ } = await admin.get('/settings/api/clients?embed=1')
    return $('th')
      .toArray()
      .map((head) => $(head).text().trim())
  },
  'Image upload result': async () => keysOf((await uploadImage(admin, 'welcome-picture')).json()),
}

/** Those whose area stands and that no other area brings. */
const due = fields.filter((field) => declaredAreas.has(field.area) && waitsFor(field) === undefined)
const entities = [...new Set(due.map(({ entity }) => entity))].filter((entity) => !(entity in PROVEN_BY))

describe('the fields of the contract', () => {
  it('are read whole', () => {
    expect(fields.length).toBeGreaterThan(500)
    expect(due.length).toBeGreaterThan(180)
  })

  it('wait for nothing that stands by now', () => {
    expect(Object.keys(COME_WITH).filter((what) => declaredAreas.has(what) || declaredPaths.has(what))).toEqual([])
  })

  it.each(entities)('%s', async (entity) => {
    const carried = new Set(await CARRIERS[entity]?.())
    const missing = due
      .filter((field) => field.entity === entity)
      .map(({ field }) => NAMES[`${entity}: ${field}`] ?? field)
      .filter((name) => !carried.has(name))
    expect(missing).toEqual([])
  })

  it('that other tests prove are named there', () => {
    const unnamed = Object.values(PROVEN_BY).filter((where) => {
      const [file = '', id = ''] = where.split(' ')
      return !readFileSync(file, 'utf8').includes(id)
    })
    expect(unnamed).toEqual([])
  })
})
