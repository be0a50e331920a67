import { createConnection } from 'node:net'
import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDateTime, formatMoney, formatters } from '../../src/platform/format/format.ts'
import { drawIconsFrom, iconSheet } from '../../src/platform/format/icons.ts'
import { readAssets } from '../../src/platform/http/assets.ts'
import { withAddress } from '../../src/platform/fields/address.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { saved } from '../support/gallery.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp({ gallery: true })
  planner = await app.as(2)
})
afterAll(() => app.close())

const thousandIds = Array.from({ length: 1000 }, (_, i) => i + 1)

describe('a query too long for an address', () => {
  it('is posted, opens the popup and saves nothing', async () => {
    const before = saved.length
    const answer = await planner.post('/gallery/selection', { _method: 'GET', ids: thousandIds.join(',') })
    expect(answer.status).toBe(200)
    expect(answer.$('dialog').text()).toContain('1000 gekozen')
    expect(saved.length).toBe(before)
  })

  it('comes back with the form, so that the save reads what the load read', async () => {
    const popup = await planner.post('/gallery/selection', { _method: 'GET', ids: thousandIds.join(',') })
    const form = popup.$('form')
    const carried = String(form.find('input[name=_query]').val())
    const answer = await planner.post(form.attr('hx-post')!, { _query: carried })
    expect(answer.trigger.flash?.str).toBe('Bewaard')
    expect(saved.at(-1)).toEqual({ ids: thousandIds })
  })

  it('is refused where what is posted goes deeper than any form, also as a file of a list', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    const { token } = (await planner.get('/ajax/getToken')).json<{ token: string }>()
    const headers = { 'content-type': 'application/json', 'X-CSRF-Token': token }
    for (const [url, body] of [
      ['/contacts?export=csv', `{"name":${deep}}`],
      ['/gallery/selection', `{"_method":"GET","ids":${deep}}`],
    ] as const)
      // prettier-ignore
      expect([url, (await planner.request(url, { method: 'POST', headers, body })).status]).toEqual([url, 400])
  })

  it('is authorised as the address would be', async () => {
    const long = { _method: 'GET', ids: '1' }
    expect((await app.anonymous.post('/calendar/unsubscribeStudents', long)).status).toBe(401)
    expect((await (await app.as(5)).post('/calendar/unsubscribeStudents', long)).status).toBe(403)
    expect((await planner.post('/gallery/selection', { ...long, ids: 'x' })).status).toBe(422)
    expect((await planner.post('/calendar/unsubscribeStudents', long)).status).toBe(200)
  })
})

describe('the markup of a popup', () => {
  it('carries its dots menu as base64 JSON in a hidden field [P-103]', async () => {
    const { $ } = await planner.get(`/company/view/${app.story.companies.deLinde}`)
    const encoded = String($('input[type=hidden][data-popup-options]').val())
    const options = JSON.parse(Buffer.from(encoded, 'base64').toString()) as { label: string; kind: string }[]
    expect(options.length).toBeGreaterThan(0)
    expect(options.every(({ label, kind }) => label !== '' && kind !== '')).toBe(true)
  })

  it('has a left menu of labels by key, with one level of labels by key below [P-102]', async () => {
    const { $ } = await planner.get('/gallery/menu')
    const group = $('[data-menu-group]').eq(1)
    expect(group.children('.popup-menu-item').first().find('[data-label]').text()).toBe('Certificaten')
    const sub = group.find('.popup-menu-sub').toArray()
    expect(sub.map((item) => [$(item).attr('data-item'), $(item).find('[data-label]').text()])).toEqual([
      ['all', 'Alle'],
      ['expired', 'Verlopen'],
    ])
    expect($('[data-item=contacts] [data-label]').text()).toBe('Contacten')
  })

  it('opens the first item that shows something [P-027]', async () => {
    const { $ } = await planner.get('/gallery/menu')
    expect($('[data-item][aria-current]').attr('data-item')).toBe('all')
    expect($('[data-item-body]').text()).toContain('Alle certificaten')
    const asked = await planner.get('/gallery/menu?item=run')
    expect(asked.$('[data-item][aria-current]').attr('data-item')).toBe('all')
    const company = await planner.get(`/company/view/${app.story.companies.deLinde}`)
    expect(company.$('[data-item]').first().attr('aria-selected')).toBe('true')
  })

  it('sends a form to the URL that served it [T-219]', async () => {
    for (const path of ['/contact/add', '/company/add', '/gallery/wizard', '/course/add']) {
      const { $ } = await planner.get(path)
      expect($('dialog form').attr('hx-post')).toBe(path)
      expect($('dialog').attr('data-url')).toBe(path)
    }
  })

  it('names its parts with 5 random alphanumeric characters [P-245]', async () => {
    const { $ } = await planner.get('/contact/add')
    expect($('dialog').attr('id')).toMatch(/^popup-[a-z0-9]{5}$/)
    const ids = $('dialog [id^=f-]:not([id$=-label], [id$=-hint], [id$=-face])')
      .toArray()
      .map((field) => $(field).attr('id')!)
    expect(ids.length).toBeGreaterThan(5)
    expect(ids.every((id) => /^f-[a-z0-9]{5}$/.test(id))).toBe(true)
    const many = Array.from({ length: 500 }, () => formatters.uid())
    expect(new Set(many).size).toBeGreaterThan(490)
    for (let at = 0; at < 5; at++) expect(new Set(many.map((id) => id[at])).size).toBeGreaterThan(20)
  })
})

describe('what is shown', () => {
  it('is Dutch, and says so [P-001]', async () => {
    const { $ } = await planner.page('/contacts')
    expect($('html').attr('lang')).toBe('nl')
    const words = $('.phead, .rt-bar, .side').text()
    for (const word of ['Contacten', 'Exporteren', 'Filters wissen', 'Bedrijven']) expect(words).toContain(word)
  })

  it('writes a moment as DD-MM-YYYY HH:mm on the clock of Amsterdam [P-003]', () => {
    expect(formatDateTime(new Date('2026-02-03T07:05:00Z'))).toBe('03-02-2026 08:05')
    expect(formatDateTime(new Date('2026-07-31T22:30:00Z'))).toBe('01-08-2026 00:30')
    // The hour that comes twice in autumn.
    expect(formatDateTime(new Date('2026-10-25T00:59:00Z'))).toBe('25-10-2026 02:59')
    expect(formatDateTime(new Date('2026-10-25T01:00:00Z'))).toBe('25-10-2026 02:00')
  })

  it('writes money with a euro sign, dots for thousands and a decimal comma [P-260]', () => {
    expect(formatMoney(123_456_789)).toMatch(/^€\s1\.234\.567,89$/)
    expect(formatMoney(5)).toMatch(/^€\s0,05$/)
  })

  it('takes NL for the country when none is given [P-258]', async () => {
    expect((await planner.get('/company/add')).$('select[name=country_code]').val()).toBe('NL')
    expect(withAddress({}).parse({}).country_code).toBe('NL')
  })

  it('offers at most 1000 contacts in a selector [P-255]', async () => {
    await app.pool.query(`
      insert into contacts (first_name, last_name, roles, client_id)
      select 'Keuze', 'Grens' || n, '{5}', 800000 + n from generate_series(1, 1100) n`)
    const many = await planner.get('/ajax/specialSelectorSearch?type=contact&v=grens&limit=5000')
    expect(Object.keys(many.json())).toHaveLength(1000)
    const unasked = await planner.get('/ajax/specialSelectorSearch?type=contact&v=grens')
    expect(Object.keys(unasked.json())).toHaveLength(1000)
    await app.pool.query(
      `insert into companies (name, client_id) select 'Grensbedrijf ' || n, 810000 + n from generate_series(1, 60) n`,
    )
    const companies = await planner.get('/ajax/specialSelectorSearch?type=company&v=grensbedrijf')
    expect(Object.keys(companies.json())).toHaveLength(50)
  })
})

describe('the outbox', () => {
  it('is cleared of errors and of what has not left yet, not of what was sent [R-008]', async () => {
    const admin = await app.as(1)
    await app.pool.query('delete from mails')
    for (const state of ['queued', 'sending', 'sent', 'refused', 'uncertain'])
      await app.pool.query(
        `insert into mails (recipient, subject, text_body, state) values ('a@b.example', 'x', 'x', $1)`,
        [state],
      )
    expect((await planner.post('/errors/truncate')).status).toBe(403)
    const answer = await admin.post('/errors/truncate')
    expect(answer.trigger).toEqual({
      changed: { items: [{ type: 'message', id: 0 }] },
      flash: { str: '3 berichten verwijderd', type: 'success' },
    })
    const { rows } = await app.pool.query<{ state: string }>('select state from mails order by id')
    expect(rows.map(({ state }) => state)).toEqual(['sending', 'sent'])
    const { rows: events } = await app.pool.query(
      `select actor_id, changes from history where record_type = 'message' and action = 'truncate'`,
    )
    expect(events).toEqual([{ actor_id: admin.userId, changes: { count: 3 } }])
  })

  it('is cleared of files that only went with what did not leave', async () => {
    const fileOf = async (name: string, states: string[]) => {
      const file = `insert into stored_files (storage_key, name, mime_type, byte_size, sha256)
        values ($1, $1, 'text/plain', 1, repeat('0', 64)) returning id`
      const { id } = (await app.pool.query<{ id: number }>(file, [name])).rows[0]!
      await app.pool.query(
        `with carried as (insert into mails (recipient, subject, text_body, state)
           select 'a@b.example', 'x', 'x', unnest($2::text[]) returning id)
         insert into mail_attachments (mail_id, file_id) select id, $1 from carried`,
        [id, states],
      )
      return id
    }
    const [only, shared] = [await fileOf('only', ['refused']), await fileOf('shared', ['refused', 'sent'])]
    await (await app.as(1)).post('/errors/truncate')
    const { rows } = await app.pool.query('select id from stored_files where id = any($1)', [[only, shared]])
    expect(rows).toEqual([{ id: shared }])
  })

  it('asks first, and warns that unsent messages go too [T-217]', async () => {
    const button = (await (await app.as(1)).page('/messages')).$('[data-post="/errors/truncate"]')
    expect(button.attr('data-confirm')).toContain('Berichten die nog niet zijn verzonden worden ook verwijderd.')
    expect((await planner.page('/messages')).$('[data-post="/errors/truncate"]').length).toBe(0)
  })
})

describe('a download that the browser cancels', () => {
  /** Asks for a file that never ends, and hangs up after its first bytes. */
  async function hangUp(path: string): Promise<void> {
    const { hostname, port } = new URL(app.url)
    const socket = createConnection(Number(port), hostname)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${planner.cookie}\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
  }

  it('ends its source, and is no error', async () => {
    const logged: unknown[] = []
    const { log, files } = app.services
    const error = log.error.bind(log)
    const ended = Promise.withResolvers<void>()
    log.error = (...words: unknown[]) => void logged.push(words)
    app.services.files = {
      ...files,
      open: () =>
        Promise.resolve(
          new Readable({
            read() {
              this.push(Buffer.alloc(65_536))
            },
            destroy(reason, done) {
              ended.resolve()
              done(reason)
            },
          }),
        ),
    }
    try {
      await hangUp('/gallery/endless')
      await ended.promise
      expect((await planner.get('/gallery/tiny')).status).toBe(200)
      expect(logged).toEqual([])
    } finally {
      log.error = error
      app.services.files = files
    }
  })
})

describe('the browser files', () => {
  it('are those of the last complete build, also for a server that runs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'noordkaap-build-'))
    const manifest = join(folder, '.vite/manifest.json')
    mkdirSync(join(folder, '.vite'))
    writeFileSync(join(folder, 'icons-one.svg'), iconSheet(['x']))
    const build = (name: string, at: number) => {
      writeFileSync(
        manifest,
        name &&
          JSON.stringify({
            'public/js/app.ts': { file: `app-${name}.js`, imports: ['_dom.js'] },
            'public/css/app.css': { file: `app-${name}.css` },
            'public/css/areas.css': { file: `areas-${name}.css` },
            '_dom.js': { file: `dom-${name}.js` },
            'public/js/service-worker.ts': { file: `worker-${name}.js` },
          }),
      )
      writeFileSync(join(folder, `worker-${name}.js`), `keep('${name}')`)
      utimesSync(manifest, at, at)
    }
    build('one', 1000)
    const assets = readAssets(folder)
    expect(assets.js).toBe('/assets/app-one.js')
    build('', 2000)
    expect(assets.js).toBe('/assets/app-one.js')
    build('two', 3000)
    expect({ ...assets }).toEqual({
      js: '/assets/app-two.js',
      css: ['/assets/app-two.css'],
      areas: '/assets/areas-two.css',
      preload: ['/assets/dom-two.js'],
      fonts: [],
      icons: '/assets/icons-one.svg',
      worker: {
        kept: [
          '/assets/app-two.js',
          '/assets/dom-two.js',
          '/assets/app-two.css',
          '/assets/areas-two.css',
          '/assets/icons-one.svg',
        ],
        code: "keep('two')",
      },
    })
    drawIconsFrom(null)
  })
})
