import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type HokRegister, startHok } from '../../src/training/proof/registers/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { type HeldPlanning, addHeldPlanning } from './held-planning.ts'

let hok: HokRegister
let app: TestApp
let planner: Browser
let teacher: number
beforeAll(async () => {
  hok = await startHok()
  app = await testApp({ env: { HOK_URL: hok.url, HOK_API_KEY: 'sleutel' } })
  planner = await app.as(ROLE.scheduler)
  teacher = await addContact(app.db, { first_name: 'Roos', last_name: 'Vink', hok_teacher_number: '4711' })
})
afterAll(async () => {
  await app.close()
  await hok.stop()
})
afterEach(() => hok.behave())

let made = 0
const person = (more: Parameters<typeof addContact>[1] = {}) =>
  addContact(app.db, { first_name: 'Hok', last_name: `Cursist${++made}`, birth_date: '1990-03-04', ...more })
const held = async (students: number[]) => addHeldPlanning(app, { students, teacher })

/** The validation of a planning, of these students or of all that did not fail. */
async function validate(planning: HeldPlanning, students: number[] = []) {
  const answer = await planner.get(`/hok/validateAppointment/${planning.parts[0]}?students=${students.join()}`)
  expect(answer.status).toBe(200)
  return answer.json<{ success: boolean; errors: string[] }>()
}

/** Finishes a planning, who is named passing. */
const finish = (planning: HeldPlanning, passed = planning.students, more: Record<string, string> = {}) => {
  const choices = planning.parts.flatMap((part) =>
    planning.students.flatMap((student): [string, string][] => [
      [`present_students[${student}-${part}]`, '1'],
      [`passed_students[${student}-${part}]`, passed.includes(student) ? '1' : '0'],
    ]),
  )
  return planner.post(`/calendar/getFinishWizard/${planning.parts[0]}`, {
    ...Object.fromEntries(choices),
    update_status: 'done',
    pass_to_hok: '1',
    ...more,
  })
}
const requestsOf = ({ planningId }: HeldPlanning) =>
  app.db
    .selectFrom('register_requests')
    .select(['id', 'contact_id', 'state', 'number', 'attempts', 'key'])
    .where('group_id', '=', planningId)
    .orderBy('contact_id')
    .execute()
const states = async (planning: HeldPlanning) => (await requestsOf(planning)).map(({ state }) => state)
const send = () => app.runJobs('register.hand-over')
/** As if the pause until the next attempt were over. */
const later = async ({ planningId }: HeldPlanning) => {
  await app.db
    .updateTable('register_requests')
    .set({ next_attempt_at: new Date(Date.now() - 1000) })
    .where('group_id', '=', planningId)
    .execute()
  await app.services.jobs.add(app.db, 'register.hand-over', {})
}
const setting = async (on: boolean) => {
  const administrator = await app.as(ROLE.administrator)
  const form = await administrator.get('/settings/registers')
  const version = String(form.$('[name=version]').val())
  expect(
    (await administrator.post('/settings/registers', { version, ...(on ? { hok_enabled: '1' } : {}) })).status,
  ).toBe(200)
}

describe('validating before students are passed on', () => {
  it('answers success and no errors when all is in order, also at the register [R-158] [T-170]', async () => {
    const planning = await held([await person(), await person()])
    expect(await validate(planning, planning.students)).toEqual({ success: true, errors: [] })
    const before = hok.asked.length
    await validate(planning, planning.students)
    expect(hok.asked.slice(before)).toEqual(['POST /check'])
  })

  it('answers Dutch sentences that name whom: what we miss, and what the register has against it', async () => {
    const young = await person({ last_name: 'Jong', birth_date: null })
    const planning = await addHeldPlanning(app, { students: [young] })
    const without = await person({ first_name: 'Zonder', last_name: 'Nummer' })
    await app.db
      .updateTable('appointment_responsibles')
      .set({ contact_id: without })
      .where('appointment_id', 'in', planning.parts)
      .execute()
    expect(await validate(planning, [young])).toEqual({
      success: false,
      errors: ['Zonder Nummer: het HOK-nummer ontbreekt.', 'Hok Jong: de geboortedatum ontbreekt.'],
    })
    const strange = await held([await person({ last_name: 'Onbekend' })])
    expect((await validate(strange, strange.students)).errors).toEqual([
      'Onbekend: deze persoon is niet bekend in het register.',
    ])
  })

  it('asks for the results of all where nobody is named, and knows nobody who is not enrolled', async () => {
    const planning = await held([await person({ last_name: 'Open' })])
    expect((await validate(planning)).errors).toEqual(['Hok Open: het resultaat is nog niet ingevuld.'])
    expect((await validate(planning, [await person()])).errors).toContain('Een gekozen cursist is niet ingeschreven.')
  })

  it.each([[{ status: 503 }], [{ status: 429 }], ['html'], ['cut']] as const)(
    'says that the register cannot be reached when it answers %j three times',
    async (behaviour) => {
      const planning = await held([await person()])
      hok.behave(behaviour, behaviour, behaviour)
      expect(await validate(planning, planning.students)).toEqual({
        success: false,
        errors: ['Het Oranje Kruis is nu niet bereikbaar. Probeer het later opnieuw.'],
      })
    },
  )

  it('says that the key is wrong when the register lets nobody in', async () => {
    const planning = await held([await person()])
    hok.behave({ status: 401 })
    expect((await validate(planning, planning.students)).errors[0]).toContain('laat ons niet toe')
  })
})

describe('finishing a planning', () => {
  it('offers to pass on only where the organisation switched it on, and passes nobody on unasked [T-005]', async () => {
    const planning = await held([await person()])
    const step = async () => {
      const [student, part] = [planning.students[0]!, planning.parts[0]!]
      const sent = { [`present_students[${student}-${part}]`]: '1', [`passed_students[${student}-${part}]`]: '1' }
      const { $ } = await planner.post(`/calendar/getFinishWizard/${part}?step=documents`, sent)
      return $('[data-hok]').attr('data-hok')
    }
    expect(await step()).toBe(`/hok/validateAppointment/${planning.parts[0]}?students=${planning.students[0]}`)
    await setting(false)
    expect(await step()).toBeUndefined()
    const refused = await finish(planning)
    expect([refused.status, refused.json()]).toEqual([
      422,
      { pass_to_hok: ['Doorgeven aan Het Oranje Kruis staat uit.'] },
    ])
    expect((await finish(planning, planning.students, { pass_to_hok: '' })).status).toBe(200)
    expect(await requestsOf(planning)).toEqual([])
    await setting(true)
  })

  it('puts who passed on the way to the register, each once, and a job hands them over', async () => {
    const planning = await held([await person(), await person(), await person()])
    const [first, second, failed] = planning.students as [number, number, number]
    const done = await finish(planning, [first, second])
    expect(done.text).toContain('2 cursisten wachten op verzending naar Het Oranje Kruis.')
    expect(
      done
        .$('[data-end] a')
        .toArray()
        .map((link) => done.$(link).attr('href')),
    ).toEqual([`/calendar/view-appointment/${planning.parts[0]}`])
    expect((await requestsOf(planning)).map((row) => [row.contact_id, row.state])).toEqual([
      [first, 'queued'],
      [second, 'queued'],
    ])
    const popup = await planner.get(`/calendar/view-appointment/${planning.parts[0]}`)
    expect(popup.text).toContain('Doorgeven: 2 cursisten wachten op verzending')
    await send()
    const requests = await requestsOf(planning)
    expect(requests.map(({ state }) => state)).toEqual(['accepted', 'accepted'])
    expect(requests[0]!.number).toMatch(/^HOK-\d{6}$/)
    const sent = hok.records.get(requests[0]!.key)!
    expect(sent).toMatchObject({
      external_student_ref: String(first),
      birth_date: '1990-03-04',
      event: { external_ref: String(planning.planningId) },
      teachers: [{ name: 'Roos Vink', register_number: '4711' }],
    })
    expect([...hok.records.values()].some((row) => row.external_student_ref === String(failed))).toBe(false)
    expect((await planner.get(`/calendar/view-appointment/${planning.parts[0]}`)).text).toContain(
      '2 cursisten doorgegeven aan Het Oranje Kruis',
    )
    // Once more would pass them on twice.
    const again = await finish(planning, [first, second])
    expect([again.status, again.text]).toEqual([422, expect.stringContaining('is al doorgegeven.')])
    expect(await requestsOf(planning)).toHaveLength(2)
  })

  it('stores nothing when somebody cannot be passed on', async () => {
    const planning = await held([await person(), await person({ birth_date: null })])
    const refused = await finish(planning)
    expect([refused.status, Object.keys(refused.json())]).toEqual([422, ['pass_to_hok']])
    expect(await requestsOf(planning)).toEqual([])
    const results = await app.db
      .selectFrom('enrolments')
      .select('passed')
      .where('appointment_id', 'in', planning.parts)
      .execute()
    expect(results.map(({ passed }) => passed)).toEqual([null, null])
  })
})

describe('handing over', () => {
  it('sends nobody twice when the connection was cut after the register took it', async () => {
    const planning = await held([await person()])
    await finish(planning)
    hok.behave('cut')
    await send()
    expect(await states(planning)).toEqual(['queued'])
    const { key } = (await requestsOf(planning))[0]!
    expect(hok.records.has(key)).toBe(true)
    const before = hok.asked.length
    await later(planning)
    await send()
    expect(hok.asked.slice(before)).toEqual([`GET /results/${key}`])
    expect(await states(planning)).toEqual(['accepted'])
  })

  it('tries again after pauses that grow, and says after the last that it did not succeed, until somebody sends it [R-159]', async () => {
    const planning = await held([await person()])
    await finish(planning)
    for (let attempt = 1; attempt <= 6; attempt++) {
      expect([attempt, await states(planning)]).toEqual([attempt, ['queued']])
      hok.behave(...Array.from({ length: 4 }, () => ({ status: 400 })))
      await later(planning)
      await send()
    }
    expect(await states(planning)).toEqual(['failed'])
    const { id } = (await requestsOf(planning))[0]!
    expect((await planner.get('/registers?state=failed')).$(`tr[data-id="${id}"]`)).toHaveLength(1)
    hok.behave()
    expect((await planner.post('/hok/run')).status).toBe(204)
    await send()
    expect(await states(planning)).toEqual(['accepted'])
  })

  it('leaves who is not due alone', async () => {
    const planning = await held([await person()])
    await finish(planning)
    hok.behave('html')
    await send()
    const before = hok.asked.length
    await app.services.jobs.add(app.db, 'register.hand-over', {})
    await send()
    expect([hok.asked.length - before, await states(planning)]).toEqual([0, ['queued']])
    await later(planning)
    await send()
  })

  it('stops at the first when the register lets nobody in, and keeps the rest waiting', async () => {
    const planning = await held([await person(), await person()])
    await finish(planning)
    hok.behave({ status: 403 })
    const before = hok.asked.length
    await send()
    expect([hok.asked.length - before, await states(planning)]).toEqual([1, ['queued', 'queued']])
    const [first] = await requestsOf(planning)
    expect((await planner.get(`/hok/request/${first!.id}`)).text).toContain('laat ons niet toe')
    await later(planning)
    await send()
  })

  it('tells whom the register refused and why; sent anew or not at all, and that can be taken back [R-160] [R-161]', async () => {
    const planning = await held([await person(), await person({ last_name: 'Geweigerd' })])
    await finish(planning)
    // The register does not know this name, once it is corrected it does.
    await app.db
      .updateTable('contacts')
      .set({ last_name: 'Onbekend' })
      .where('id', '=', planning.students[1]!)
      .execute()
    await send()
    expect(await states(planning)).toEqual(['accepted', 'rejected'])
    const [accepted = { id: 0 }, rejected = { id: 0 }] = await requestsOf(planning)
    const view = await planner.get(`/hok/request/${rejected.id}`)
    expect([view.$('.popup-title').text(), view.text]).toEqual([
      'Hok Onbekend',
      expect.stringContaining('Persoon onbekend'),
    ])
    expect((await planner.post(`/hok/deleteRequest/${accepted.id}`)).status).toBe(409)
    expect((await planner.post(`/hok/run/${accepted.id}`)).status).toBe(409)
    const gone = await planner.post(`/hok/deleteRequest/${rejected.id}`)
    expect([gone.status, (await requestsOf(planning)).length]).toEqual([204, 1])
    expect(gone.trigger).toHaveProperty('popup-close')
    expect((await planner.post(`/undo/${gone.undo!.set}`)).status).toBe(204)
    expect(await states(planning)).toEqual(['accepted', 'rejected'])
    await app.db.updateTable('contacts').set({ last_name: 'Bekend' }).where('id', '=', planning.students[1]!).execute()
    expect((await planner.post(`/hok/run/${rejected.id}`)).status).toBe(204)
    await send()
    expect(await states(planning)).toEqual(['accepted', 'accepted'])
  })

  it('is done once for each by two who send at the same time', async () => {
    const planning = await held(await Promise.all([person(), person(), person(), person()]))
    await finish(planning)
    const before = hok.asked.length
    const { jobs } = app.services.registry.manifests.find((manifest) => manifest.jobs?.['register.hand-over'])!
    const handler = jobs!['register.hand-over']!
    await Promise.all([handler({}, app.services), handler({}, app.services)])
    expect([hok.asked.length - before, await states(planning)]).toEqual([4, Array(4).fill('accepted')])
    await send()
  })
})

describe('what was passed on', () => {
  it('is for planners, and whether it is at all for administrators', async () => {
    expect((await planner.page('/registers')).status).toBe(200)
    expect((await planner.get('/settings/registers')).status).toBe(403)
    for (const role of [ROLE.teacher, ROLE.supervisor, ROLE.student])
      expect((await (await app.as(role)).get('/registers')).status).toBe(403)
  })
})
