import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { readSetting, writeSetting } from '../../src/system/settings/index.ts'
import { diskGauge } from '../../src/system/settings/disk.rules.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

/** The fields of a form as they stand, checkboxes as far as they are ticked. */
function formOf(answer: Answer): Record<string, string | string[]> {
  const { $ } = answer
  const form: Record<string, string | string[]> = {}
  $('input:not([type=checkbox]), select').each((_, control) => {
    form[$(control).attr('name')!] = String($(control).val() ?? '')
  })
  $('input[type=checkbox]:checked').each((_, control) => {
    const name = $(control).attr('name')!
    form[name] = [...[form[name] ?? []].flat(), $(control).attr('value')!]
  })
  return form
}
const save = async (path: string, changes: Record<string, string | string[]>) =>
  administrator.post(path, { ...formOf(await administrator.get(path)), ...changes })

describe('the settings page', () => {
  it('holds its parts as tabs with a screen of their own [R-262][S-159]', async () => {
    const answer = await administrator.page('/settings/')
    const tabs = answer
      .$('a.popup-menu-item')
      .map((_, tab) => answer.$(tab).attr('data-url'))
      .get()
    expect(tabs).toContain('/settings/organisation')
    expect(answer.$('[data-item-body]').attr('data-region')).toBe('/settings/page/organisation')
    for (const url of tabs) expect([url, (await administrator.get(url)).status]).toEqual([url, 200])
    const mail = await administrator.page('/settings/?tab=mail')
    expect(mail.$('[data-item-body]').attr('data-region')).toBe('/settings/mail')
    expect(mail.$('[aria-current]').filter('.popup-menu-item').text()).toContain('E-mail')
  })

  it('is for administrators', async () => {
    expect((await (await app.as(2)).page('/settings/')).status).toBe(403)
  })

  it('shows a tab in its place when its own address is opened', async () => {
    const answer = await administrator.page('/settings/documents')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/settings/?tab=documents'])
  })
})

describe('the gauge of the disk', () => {
  const GB = 1_000_000_000
  const held = [{ folders: ['documents', 'papers'] }, { folders: ['uploads'], are: 'photos' as const }]
  const folders = new Map([['documents', 10 * GB], ['papers', 5 * GB], ['uploads', 20 * GB], ['elders', GB]]) // prettier-ignore
  const barsOf = (free: number, isHere = true) => {
    const gauge = diskGauge({ folders, total: 100 * GB, free }, held, { bytes: 4 * GB, isHere })
    return { isFull: gauge.isFull, bars: Object.fromEntries(gauge.parts.map(({ kind, bar }) => [kind, bar?.width])) }
  }

  it('tells what takes how much, and warns from 80 % on', () => {
    const bars = { documents: 15, certificates: 0, photos: 20, imports: 0, database: 4 }
    expect(barsOf(21 * GB)).toEqual({ isFull: false, bars: { ...bars, other: 40 } })
    expect(barsOf(20 * GB)).toEqual({ isFull: true, bars: { ...bars, other: 41 } })
    expect(barsOf(20 * GB, false).bars).toEqual({ ...bars, database: undefined, other: 45 })
  })

  it('stands in the settings, for administrators [A-210]', async () => {
    expect((await administrator.page('/settings/')).$('[data-url="/settings/disk"]')).toHaveLength(1)
    await app.services.files.write('documents/schijf', Readable.from([Buffer.alloc(3_000_000)]))
    const { $ } = await administrator.get('/settings/disk')
    expect($('svg.disk rect').length).toBeGreaterThan(4)
    const parts = $('.disk-parts li').toArray().map((part) => $(part).text()) // prettier-ignore
    expect(parts.map((part) => part.split(' ')[0])).toEqual(['Documenten', 'Certificaten', "Foto's", 'Importbestanden', 'Database', 'Overig']) // prettier-ignore
    expect(parts[0]).toMatch(/^Documenten [\d,]+ MB$/)
    expect(parts[4]).toMatch(/^Database [\d,]+ MB/)
    expect((await (await app.as(2)).get('/settings/disk')).status).toBe(403)
  })
})

describe('a setting', () => {
  it('is its default until it is saved', async () => {
    expect(await readSetting(app.db, 'documents')).toEqual({
      max_megabytes: 20,
      kinds: ['pdf', 'image', 'office', 'text'],
    })
    expect(await readSetting(app.db, 'hidden_contact_fields')).toEqual([])
    expect(await readSetting(app.db, 'two_step_roles')).toEqual([])
  })

  it('is saved with its history, and the form comes back with its new version', async () => {
    const answer = await save('/settings/documents', { max_megabytes: '5', kinds: 'pdf' })
    expect(answer.status).toBe(200)
    expect(answer.trigger.flash).toEqual({ str: 'Wijziging opgeslagen', type: 'success' })
    expect(answer.trigger.changed?.items[0]?.type).toBe('setting')
    expect(await readSetting(app.db, 'documents')).toEqual({ max_megabytes: 5, kinds: ['pdf'] })
    expect((await administrator.post('/settings/documents', { ...formOf(answer), max_megabytes: '6' })).status).toBe(
      200,
    )
    const history = await app.db
      .selectFrom('history')
      .select(['actor_id', 'changes'])
      .where('record_type', '=', 'setting')
      .where('action', '=', 'update')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(history.actor_id).toBe(app.story.users[1])
    expect(history.changes).toEqual({
      value: [
        { max_megabytes: 5, kinds: ['pdf'] },
        { max_megabytes: 6, kinds: ['pdf'] },
      ],
    })
  })

  it('that somebody else saved first is not overwritten, also when it was never saved before', async () => {
    for (const path of ['/settings/contact-fields', '/settings/organisation']) {
      const before = formOf(await administrator.get(path))
      expect((await administrator.post(path, { ...before, fields: 'note', city: 'Meppel' })).status).toBe(200)
      const late = await administrator.post(path, { ...before, fields: 'gender', city: 'Assen' })
      expect(late.status).toBe(409)
      expect(late.json<{ stale: { by: string } }>().stale.by).toBe('Marieke de Boer')
    }
    expect(await readSetting(app.db, 'hidden_contact_fields')).toEqual(['note'])
  })

  it('that is stale says which of its fields differ', async () => {
    const before = formOf(await administrator.get('/settings/organisation'))
    await administrator.post('/settings/organisation', { ...before, city: 'Kampen' })
    const late = await administrator.post('/settings/organisation', { ...before, city: 'Hattem' })
    expect(late.json<{ stale: { fields: object } }>().stale.fields).toEqual({ city: ['Hattem', 'Kampen'] })
  })

  it('of which only part was stored has the defaults for the rest', async () => {
    await app.db.updateTable('settings').set({ value: '{"name":"Kaap"}' }).where('key', '=', 'organisation').execute()
    expect(await readSetting(app.db, 'organisation')).toMatchObject({ name: 'Kaap', city: '' })
  })

  it('without a form is written by whoever comes last', async () => {
    await inTransaction(app.db, null, (trx) => writeSetting(trx, 'max_establishments', 3))
    await inTransaction(app.db, null, (trx) => writeSetting(trx, 'max_establishments', null))
    expect(await readSetting(app.db, 'max_establishments')).toBeNull()
  })
})

describe('the organisation', () => {
  it('has an address for mail and on the web that can exist', async () => {
    const wrong = await save('/settings/organisation', { name: ' ', email: 'kaap', website: 'javascript:alert(1)' })
    expect(wrong.status).toBe(422)
    expect(Object.keys(wrong.json())).toEqual(['name', 'email', 'website'])
    const right = await save('/settings/organisation', { name: 'Kaap Opleidingen', website: 'https://kaap.example' })
    expect(right.status).toBe(200)
    expect(await readSetting(app.db, 'organisation')).toMatchObject({ website: 'https://kaap.example' })
  })

  it('keeps what was stored before its rule while that is not touched', async () => {
    const old = { name: 'Kaap', postal_code: '99', website: 'www.kaap.example' }
    await app.db
      .updateTable('settings')
      .set({ value: JSON.stringify(old) })
      .where('key', '=', 'organisation')
      .execute()
    expect((await save('/settings/organisation', { ...old, postal_code: '98' })).json()).toEqual({
      postal_code: [expect.stringContaining('1234 AB')],
    })
    expect((await save('/settings/organisation', { ...old, city: 'Kampen' })).status).toBe(200)
    expect(await readSetting(app.db, 'organisation')).toMatchObject({ ...old, city: 'Kampen' })
  })
})

describe('lists of choices', () => {
  it('take only what is on the list, and documents at least one', async () => {
    expect((await save('/settings/contact-fields', { fields: ['note', 'last_name'] })).status).toBe(422)
    expect((await save('/settings/two-step', { roles: ['7'] })).status).toBe(422)
    const none = await save('/settings/documents', { kinds: [] })
    expect(none.json()).toEqual({ kinds: ['Vink minimaal één soort bestand aan.'] })
  })

  it('can be emptied again', async () => {
    await save('/settings/two-step', { roles: ['2', '3'] })
    expect(await readSetting(app.db, 'two_step_roles')).toEqual([2, 3])
    await save('/settings/two-step', { roles: [] })
    expect(await readSetting(app.db, 'two_step_roles')).toEqual([])
  })
})
