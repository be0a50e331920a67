import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'
import { fitsRecipients } from '../../src/system/messages/index.ts'
import { momentKinds } from '../../src/system/moments/points.ts'

const STANDARD = [
  'Bedankt voor uw komst',
  'Bevestiging van inschrijving',
  'Bezoek gepland',
  'Bezoek vervallen',
  'Bezoek verzet',
  'Certificaat',
  'Certificaat verloopt',
  'Contract loopt af',
  'Evaluatie',
  ...Array<string>(4).fill('Herhaling verloopt'),
  'Herinnering bezoek',
  'Herinnering cursusdag',
  'Herinnering evaluatie',
  'Inschrijving vervallen',
  'Licentie loopt af',
  'Namen bij een reservering',
  'Offerte verloopt',
  'Wijziging van tijd of plaats',
]

describe('a new installation', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ empty: true })
  })
  afterAll(() => app.close())

  const listMoments = () =>
    app.db
      .selectFrom('message_moments')
      .innerJoin('default_messages', 'default_messages.id', 'message_moments.template_id')
      .select(['message_moments.id', 'kind', 'days', 'at', 'recipients', 'template_id', 'conditions', 'active', 'name'])
      .orderBy('name')
      .execute()

  it('has its messages ready, each fit for who gets it, and sends none before it is switched on', async () => {
    const moments = await listMoments()
    expect(moments.map(({ name }) => name)).toEqual(STANDARD)
    expect(moments.filter(({ active }) => active)).toEqual([])
    for (const { kind: key, recipients, template_id: template, conditions } of moments) {
      const kind = app.services.registry.all(momentKinds).find((one) => one.key === key)!
      expect(kind.recipients).toContain(recipients)
      expect(kind.conditions.map((condition) => condition.key)).toEqual(expect.arrayContaining(conditions))
      expect(await fitsRecipients(app.db, app.services, { record: kind.record, recipients, template })).toBeNull()
    }
  })

  it('says what to bring by the course in what it sends by itself, and anew after the demo was put back', async () => {
    const texts = () =>
      app.db.selectFrom('default_messages').select('content').where('content', 'like', '%planning.meenemen%').execute()
    expect(await texts()).toHaveLength(2)
    await app.db.deleteFrom('message_moments').execute()
    await app.db.deleteFrom('default_messages').where('content', 'like', '%planning.meenemen%').execute()
    await sql`select add_standard_messages()`.execute(app.db)
    expect(await texts()).toHaveLength(2)
  })

  it('says among its first steps that they wait, until one is switched on', async () => {
    const planner = await app.as(2)
    const waits = async () => (await planner.page('/calendar')).text.includes('lees de teksten en zet aan')
    expect(await waits()).toBe(true)
    const [moment] = await listMoments()
    const { id, days, at, recipients, template_id } = moment!
    const form = { days, at: at ?? '', recipients, template_id, 'conditions[]': [], active: '1', version: 1 }
    expect((await planner.post(`/messages/moments/edit/${id}`, form)).status).toBe(204)
    expect(await waits()).toBe(false)
  })
})

describe('the reminder', () => {
  it('tells how to get there and what to bring', async () => {
    const app = await testApp()
    const planner = await app.as(2)
    const template = await app.db
      .selectFrom('default_messages')
      .select(['subject', 'content'])
      .where('id', '=', app.story.defaultMessage)
      .executeTakeFirstOrThrow()
    const address = `/messages/preview/course?appointment_id=${app.story.appointments.coming}`
    const { text } = await planner.post(address, { ...template, kinds: 'students' })
    expect(text).toMatch(/\(<a href="https:\/\/[^"]+">route<\/a>\)/)
    expect(text).toContain('Neem mee: Geldig legitimatiebewijs, makkelijke kleding en dichte schoenen.')
    // What another course does not say, nobody is told of it.
    const bring = (what: string | null) => app.db.updateTable('courses').set({ bring: what }).execute()
    const told = async () => (await planner.post(address, { ...template, kinds: 'students' })).$('.mail-body').text()
    await bring('Een laptop\nmet camera & geluid')
    expect(await told()).toContain('Neem mee: Een laptop · met camera & geluid')
    await bring(null)
    expect(await told()).toContain('Zorg dat u een geldig legitimatiebewijs bij u hebt.')
    expect(await told()).not.toMatch(/praktijk|schoenen|Neem mee/)
    const list = await planner.get('/messages/default')
    expect(list.text).toContain('Herinnering: [Naam van de opleiding] op [Datum van het eerste onderdeel]')
    expect(list.text).not.toContain('{{')
    await app.close()
  })
})
