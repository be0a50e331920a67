import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
let planner: Browser
let teacher: Browser
beforeAll(async () => {
  app = await testApp()
  ;[administrator, planner, teacher] = await Promise.all([app.as(1), app.as(2), app.as(3)])
})
afterAll(() => app.close())

const write = async (who: Browser, path: string, body: string) =>
  (await who.post(`/notes/create/${path}`, { body })).json<{ id: number }>().id
const bodiesOf = async (who: Browser, path: string) =>
  (await who.get(`/notes/view/${path}`))
    .$('.remark .prewrap')
    .toArray()
    .map((element) => (element.children[0] as unknown as { data: string }).data)
const versionOf = async (id: number) =>
  (await app.db.selectFrom('notes').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

describe('notes', () => {
  it('are written in a popup on any record that carries them, and told to whoever has it open [R-290][S-178]', async () => {
    const { companies, contacts, courses, appointments } = app.story
    for (const [type, id] of [
      ['company', companies.kuipers],
      ['contact', contacts.anouk],
      ['course', courses.vca],
      ['appointment', appointments.toFinish],
    ] as const) {
      const form = await planner.get(`/notes/create/${type}/${id}`)
      expect(form.$('textarea[name=body]')).toHaveLength(1)
      const answer = await planner.post(`/notes/create/${type}/${id}`, { body: `Over deze ${type}` })
      expect(answer.status).toBe(200)
      const note = answer.json<{ id: number }>().id
      expect(answer.trigger.changed?.items).toEqual([
        { type: 'note', id: note },
        { type, id },
      ])
      expect(await bodiesOf(planner, `${type}/${id}`)).toContain(`Over deze ${type}`)
    }
  })

  it('are listed latest first with who wrote them, and as a tab with their number [R-291][S-179]', async () => {
    const path = `company/${app.story.companies.twente}`
    await write(administrator, path, 'Eerste')
    await write(planner, path, 'Tweede')
    expect(await bodiesOf(planner, path)).toEqual(['Tweede', 'Eerste'])
    const list = await planner.get(`/notes/view/${path}`)
    expect(list.$('.remark header b').first().text()).toBe('Sanne Willems')
    expect(list.$('dialog').attr('data-record')).toBe(`company:${app.story.companies.twente}`)
    const rail = (await planner.get(`/company/view/${app.story.companies.twente}`)).$
    expect(
      rail('.rail-note .prewrap')
        .map((_, note) => rail(note).text())
        .get(),
    ).toEqual(['Tweede', 'Eerste'])
    expect((await planner.get(`/notes/list/${path}`)).$('.remark')).toHaveLength(2)
  })

  it('stay with their writer: others may not change them, an administrator may take them away', async () => {
    const note = await write(planner, `contact/${app.story.contacts.gerrit}`, 'Van de planner')
    const form = { body: 'Anders', version: await versionOf(note) }
    expect((await administrator.get(`/notes/edit/${note}`)).status).toBe(403)
    expect((await administrator.post(`/notes/edit/${note}`, form)).status).toBe(403)
    expect((await planner.post(`/notes/edit/${note}`, form)).status).toBe(204)
    const own = await write(administrator, `contact/${app.story.contacts.gerrit}`, 'Van beheer')
    expect((await planner.post('/notes/delete', { id: own })).status).toBe(403)
    expect((await administrator.post('/notes/delete', { id: note })).status).toBe(204)
    const history = await app.db
      .selectFrom('history')
      .select(['action', 'actor_id'])
      .where('record_type', '=', 'note')
      .where('record_id', '=', note)
      .orderBy('id')
      .execute()
    expect(history).toEqual([
      { action: 'insert', actor_id: planner.userId },
      { action: 'update', actor_id: planner.userId },
      { action: 'delete', actor_id: administrator.userId },
    ])
  })

  it('that were changed elsewhere in the meantime are not overwritten', async () => {
    const note = await write(planner, `contact/${app.story.contacts.gerrit}`, 'Een')
    const version = await versionOf(note)
    expect((await planner.post(`/notes/edit/${note}`, { body: 'Twee', version })).status).toBe(204)
    const answer = await planner.post(`/notes/edit/${note}`, { body: 'Drie', version })
    expect(answer.status).toBe(409)
    expect(answer.json<{ stale: { fields: object } }>().stale.fields).toEqual({ body: ['Drie', 'Twee'] })
  })

  it('have the right and scope of the record they hang on', async () => {
    const { appointments, companies, courses, contacts } = app.story
    const coming = `appointment/${appointments.coming}`
    expect((await teacher.get(`/notes/view/${coming}`)).status).toBe(200)
    expect((await teacher.post(`/notes/create/${coming}`, { body: 'Van de docent' })).status).toBe(200)
    // A teacher reads courses, but notes are on the own appointments only.
    for (const path of [
      `appointment/${appointments.foreign}`,
      `company/${companies.deLinde}`,
      `contact/${contacts.anouk}`,
      `course/${courses.bhv}`,
      'skill/1',
      'nonsense/1',
    ]) {
      expect([path, (await teacher.get(`/notes/view/${path}`)).status]).toEqual([path, 404])
      expect([path, (await teacher.post(`/notes/create/${path}`, { body: 'x' })).status]).toEqual([path, 404])
    }
    const foreign = await write(planner, `appointment/${appointments.foreign}`, 'Niet voor Jeroen')
    expect((await teacher.post('/notes/delete', { id: foreign })).status).toBe(404)
    expect((await teacher.get(`/course/view/${courses.bhv}`)).$('.rail-note, a[href^="/notes/"]')).toHaveLength(0)
    const supervisor = await app.as(4)
    expect((await supervisor.get(`/notes/view/company/${companies.deLinde}`)).status).toBe(403)
    expect(
      (await supervisor.get(`/company/view/${companies.deLinde}`)).$('.rail-note, a[href^="/notes/"]'),
    ).toHaveLength(0)
  })

  it('go along when their record is deleted', async () => {
    const { id } = (await planner.post('/company/add', { name: 'Kortstondig BV', country_code: 'NL' })).json<{
      id: number
    }>()
    const note = await write(planner, `company/${id}`, 'Weg ermee')
    expect((await planner.post('/company/delete', { id })).status).toBe(204)
    expect(await app.db.selectFrom('notes').select('id').where('id', '=', note).execute()).toEqual([])
  })

  it('need a text', async () => {
    const answer = await planner.post(`/notes/create/company/${app.story.companies.twente}`, { body: '  ' })
    expect(answer.status).toBe(422)
    expect(answer.json()).toEqual({ body: ['Vul een notitie in.'] })
  })
})
