import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, createServices } from '../../src/app.ts'
import type { Browser } from '../support/app.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'

let app: TestApp
/** A second process of the same installation: services of its own on the same database. */
let second: { url: string; close: () => Promise<void> }
beforeAll(async () => {
  app = await testApp()
  const services = createServices({ ...app.services, connectionString: app.connectionString })
  await services.changes.start()
  const server = createServer(createApp(services, { js: '/a.js', css: [], areas: '', preload: [], fonts: [] }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  second = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      await services.changes.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
})
afterAll(async () => {
  await second.close()
  await app.close()
})

interface Listening {
  ready: Promise<void>
  notices: Promise<unknown[]>
  /** The moments of these notices, as the browser keeps them. */
  moments: () => Promise<string[]>
  stop: () => void
}

/**
 * Listens to the event stream of one browser until `count` notices came.
 * @param from when its page was drawn, and what it heard last
 */
async function listen(
  url: string,
  browser: Browser,
  count: number,
  from: { since?: string; heard?: string } = {},
): Promise<Listening> {
  const controller = new AbortController()
  const address = from.since === undefined ? '/events/stream' : `/events/stream?since=${from.since}`
  const response = await fetch(url + address, {
    headers: { cookie: browser.cookie, ...(from.heard === undefined ? {} : { 'last-event-id': from.heard }) },
    signal: controller.signal,
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = response.body!.getReader()
  const read = async () => (await reader.read()) as { value?: Uint8Array; done: boolean }
  const first = await read()
  const found = (async () => {
    const events: { moment: string; notice: unknown }[] = []
    let text = ''
    for (let part = first; ; part = await read()) {
      text += new TextDecoder().decode(part.value)
      for (const [, moment, data] of text.matchAll(/id: (\d+)\nevent: changed\ndata: (.*)\n\n/g))
        events.push({ moment: moment!, notice: JSON.parse(data!) as unknown })
      text = text.slice(text.lastIndexOf('\n\n') + 2)
      if (part.done || events.length >= count) break
    }
    controller.abort()
    return events
  })()
  return {
    ready: Promise.resolve(),
    notices: found.then((events) => events.map(({ notice }) => notice)),
    moments: async () => (await found).map(({ moment }) => moment),
    stop: () => controller.abort(),
  }
}

/** What opening an event stream answers; the stream itself is closed at once. */
async function statusOf(browser: Browser): Promise<number> {
  const controller = new AbortController()
  const headers = { cookie: browser.cookie }
  const { status } = await fetch(`${app.url}/events/stream`, { headers, signal: controller.signal })
  controller.abort()
  return status
}

/** @returns the id of the company that this visitor adds */
const addCompany = async (visitor: { post: (typeof app.anonymous)['post'] }, name: string): Promise<number> =>
  (await visitor.post('/company/add', { name })).json<{ id: number }>().id

describe('change notices', () => {
  it('reach other people, also in another process, with type and id only', async () => {
    const [planner, administrator] = [await app.as(2), await app.as(1)]
    const here = await listen(app.url, administrator, 1)
    const there = await listen(second.url, administrator, 1)
    const id = await addCompany(planner, 'Bakkerij Verkade')
    expect(await here.notices).toEqual([{ items: [{ type: 'company', id }] }])
    expect(await there.notices).toEqual([{ items: [{ type: 'company', id }] }])
  })

  it('leave out types that the viewer may not see', async () => {
    const [planner, lotus] = [await app.as(2), await app.as(6)]
    const stream = await listen(app.url, lotus, 1)
    await addCompany(planner, 'Slagerij Verkade')
    const appointment = app.story.appointments.coming
    const edit = await planner.get(`/calendar/edit-appointment/${appointment}`)
    const value = (name: string) => String(edit.$(`[name="${name}"]`).val() ?? '')
    const saved = await planner.post(`/calendar/edit-appointment/${appointment}`, {
      version: value('version'),
      description: 'Theorie BHV',
      status: 'planned',
      max_count: 14,
      start_datetime: '01-02-2027 09:00',
      end_datetime: '01-02-2027 16:00',
    })
    expect(saved.status).toBe(204)
    expect(await stream.notices).toEqual([{ items: [{ type: 'appointment', id: 0 }] }])
  })

  it('tell people of customers what kind of record changed, and not which', async () => {
    const planner = await app.as(2)
    const rename = async (id: number, last_name: string) => {
      const version = (await planner.get(`/contact/edit/${id}`)).$('[name=version]').val() as string
      const saved = await planner.post(`/contact/edit/${id}`, { version, last_name })
      expect(saved.status).toBe(204)
    }
    const contacts = [await addContact(app.db), await addContact(app.db), await addContact(app.db)]
    const office = await listen(app.url, planner, 3)
    const portal = await Promise.all([4, 5].map(async (role) => listen(app.url, await app.as(role), 1)))
    for (const id of contacts) await rename(id, 'De Bruin')
    expect(await office.notices).toEqual(contacts.map((id) => ({ items: [{ type: 'contact', id }] })))
    for (const { notices } of portal) expect(await notices).toEqual([{ items: [{ type: 'contact', id: 0 }] }])
  })

  it('end with the session, and with the roles they are for', async () => {
    const administrator = await app.as(1)
    for (const url of [app.url, second.url]) {
      const [signedOut, demoted] = [await app.as(3), await app.as(2)]
      const streams = [await listen(url, signedOut, 1), await listen(url, demoted, 1)]
      for (const { ready } of streams) await ready
      await administrator.post('/user/sessions/end', { id: signedOut.userId!, all: 1 })
      await app.pool.query('update users set roles = array[5] where id = $1', [demoted.userId])
      await administrator.post('/contact/moveToCompany/' + app.story.contacts.gerrit, {
        company_id: url === app.url ? app.story.companies.kuipers : app.story.companies.vanLoon,
      })
      expect(await Promise.all(streams.map(({ notices }) => notices))).toEqual([[], []])
      await app.pool.query('update users set roles = array[2] where id = $1', [demoted.userId])
    }
  })

  it('go to twenty browsers of one user at most; others are heard all the same', async () => {
    const teacher = await app.as(3)
    const streams = []
    for (let i = 0; i < 20; i++) streams.push(await listen(app.url, await app.asUser(teacher.userId!), 1))
    const one = await teacher.request('/events/stream', {})
    expect([one.status, one.headers.get('retry-after')]).toEqual([429, '60'])
    const other = await listen(app.url, await app.as(2), 1)
    for (const { stop, notices } of [...streams, other]) {
      stop()
      await expect(notices).rejects.toThrow()
    }
    // The server notices that a browser has gone when its connection closes.
    await expect.poll(async () => statusOf(teacher)).toBe(200)
  })

  it('come only after the commit: a refused save is silent', async () => {
    const planner = await app.as(2)
    const stream = await listen(app.url, planner, 1)
    expect((await planner.post('/company/add', { name: '' })).status).toBe(422)
    const id = await addCompany(planner, 'Drukkerij Verkade')
    expect(await stream.notices).toEqual([{ items: [{ type: 'company', id }] }])
  })

  it('tell a page what changed since it was drawn, and a browser that comes back what it missed', async () => {
    const planner = await app.as(2)
    const drawn = (await planner.page('/companies')).$('body').attr('data-as-of')!
    expect(Math.abs(Date.now() - Number(drawn))).toBeLessThan(60_000)
    const [watch, other] = [await listen(app.url, planner, 2), await listen(second.url, planner, 2)]
    const ids = [await addCompany(planner, 'Visserij Verkade'), await addCompany(planner, 'Molen Verkade')]
    const both = ids.map((id) => ({ type: 'company', id }))
    const moments = await watch.moments()
    await other.notices
    for (const url of [app.url, second.url])
      expect(await (await listen(url, planner, 1, { since: drawn })).notices).toEqual([{ items: both }])
    // What it heard last counts for more than when it was drawn.
    const back = await listen(app.url, planner, 1, { since: drawn, heard: moments[0]! })
    expect(await back.notices).toEqual([{ items: both.slice(1) }])
    const nothing = await listen(app.url, planner, 1, { since: drawn, heard: moments[1]! })
    const next = await addCompany(planner, 'Kuiperij Verkade')
    expect(await nothing.notices).toEqual([{ items: [{ type: 'company', id: next }] }])
  })

  it('tell who was away for longer than anything is known of all that may have changed, by type alone', async () => {
    const student = await app.as(5)
    const [away] = (await (await listen(app.url, student, 1, { since: '0' })).notices) as { items: { id: number; type: string }[] }[] // prettier-ignore
    expect(away!.items.map(({ type }) => type)).toEqual(expect.arrayContaining(['appointment', 'contact']))
    expect(away!.items.map(({ type }) => type)).not.toContain('course')
    expect(new Set(away!.items.map(({ id }) => id))).toEqual(new Set([0]))
    // Nonsense is no moment.
    for (const since of ['x', '-1', '1e3', '9'.repeat(400)]) {
      const stream = await listen(app.url, await app.as(2), 1, { since })
      const id = await addCompany(await app.as(1), 'Touwslagerij Verkade')
      expect(await stream.notices).toEqual([{ items: [{ type: 'company', id }] }])
    }
  })

  it('tell who missed more than is remembered of all that may have changed, and who missed less exactly what', async () => {
    const planner = await app.as(2)
    const drawn = (await planner.page('/companies')).$('body').attr('data-as-of')!
    const watch = await listen(app.url, planner, 2_001)
    await app.pool.query(
      `select pg_notify('noordkaap_changed', format('[{"type": "company", "id": %s}]', 10000 + i)) from generate_series(1, 2001) i`,
    )
    const moments = await watch.moments()
    const missed = async (since: string) =>
      ((await (await listen(app.url, planner, 1, { since })).notices) as { items: { id: number }[] }[])[0]!.items
    expect(new Set((await missed(drawn)).map(({ id }) => id))).toEqual(new Set([0]))
    expect((await missed(moments[0]!)).map(({ id }) => id - 10_000)).toEqual(
      Array.from({ length: 2_000 }, (_, i) => i + 2),
    )
  })

  it('tell of all that may have changed once the line to the database is back, also to who comes later', async () => {
    const planner = await app.as(2)
    const drawn = (await planner.page('/companies')).$('body').attr('data-as-of')!
    const watch = await listen(app.url, planner, 1)
    await app.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'noordkaap-events' and datname = current_database()`,
    )
    const idsIn = ([notice]: unknown[]) => new Set((notice as { items: { id: number }[] }).items.map(({ id }) => id))
    expect(idsIn(await watch.notices)).toEqual(new Set([0]))
    const later = await listen(app.url, planner, 1, { since: drawn })
    await addCompany(planner, 'Zeilmakerij Verkade')
    expect(idsIn(await later.notices)).toEqual(new Set([0]))
  })

  it('catch up with types alone for people of customers', async () => {
    const [planner, student] = [await app.as(2), await app.as(5)]
    const drawn = (await student.page('/calendar')).$('body').attr('data-as-of')!
    const listening = await listen(app.url, student, 1)
    const { id } = (await planner.post('/contact/add', { last_name: 'Verkade' })).json<{ id: number }>()
    expect(id).toBeGreaterThan(0)
    await listening.notices
    const notices = await (await listen(app.url, student, 1, { since: drawn })).notices
    expect(notices).toEqual([{ items: [{ type: 'contact', id: 0 }] }])
  })
})
