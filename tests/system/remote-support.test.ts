import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import {
  type Passed,
  REMEMBERED_DAYS,
  STATES,
  isExpected,
  isListed,
  loadPatiently,
  messageOf,
  nextState,
  readMessage,
} from '../../src/system/remote-support/remote-support.contract.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

const ADDRESS = '/remote-support'
let app: TestApp
let helpdesk: Browser
beforeAll(async () => {
  app = await testApp({ env: { REMOTE_SUPPORT: '1', STUN_URL: 'stun:stun.example:3478' } })
  helpdesk = await app.asUser(app.story.userWithoutContact)
})
afterAll(() => app.close())

const passed = (id: number, type: string): Passed => ({ from: { id, name: 'Sanne' }, type, data: '', timestamp: 1 })

describe('a live connection with the helpdesk', () => {
  it('is waiting, asked, accepted, denied or closed, each only after what may come before it [A-094]', () => {
    const ways = STATES.map((state) => [state, STATES.filter((to) => nextState(state, to) === to)])
    expect(Object.fromEntries(ways)).toEqual({
      waiting: ['asked', 'closed'],
      asked: ['accepted', 'denied', 'closed'],
      accepted: ['closed'],
      denied: ['waiting', 'closed'],
      closed: ['waiting'],
    })
  })

  it('is taken of the one from whom it is expected, and by the helpdesk of who is listed [A-140][A-141]', () => {
    expect([passed(7, 'asked'), passed(7, 'offer')].map((said) => isExpected(null, said))).toEqual([true, false])
    expect([passed(7, 'offer'), passed(8, 'offer'), passed(8, 'asked')].map((said) => isExpected(7, said))).toEqual([true, false, false]) // prettier-ignore
    expect([passed(7, 'answer'), passed(8, 'answer')].map((said) => isListed(new Map([[7, {}]]), said))).toEqual([true, false]) // prettier-ignore
  })

  it('carries messages with type, data and timestamp [A-167]', () => {
    const text = messageOf('text', 'Hallo', 5)
    expect(JSON.parse(text)).toEqual({ type: 'text', data: 'Hallo', timestamp: 5 })
    expect(readMessage(text)).toEqual({ type: 'text', data: 'Hallo', timestamp: 5 })
    for (const other of ['', 'null', '[]', '{"type":"text"}', '{"type":1,"data":"","timestamp":1}'])
      expect(readMessage(other)).toBeNull()
  })

  it('gives its code up after more than 10 attempts of 100 ms [A-175]', async () => {
    const pauses: number[] = []
    const pause = (ms: number) => Promise.resolve(pauses.push(ms))
    const failing = () => Promise.reject(new Error('nothing there'))
    await expect(loadPatiently(failing, pause)).rejects.toThrow('nothing there')
    expect(pauses).toEqual(Array.from({ length: 10 }, () => 100))
    expect(await loadPatiently(() => Promise.resolve('code'), pause)).toBe('code')
  })

  it('is remembered for a day', () => expect(REMEMBERED_DAYS).toBe(1))
})

/** Listens to the event stream until something is said to this person alone. */
async function hearing(browser: Browser): Promise<{ said: Promise<unknown>; stop: () => void }> {
  const controller = new AbortController()
  const response = await fetch(`${app.url}/events/stream`, { headers: { cookie: browser.cookie }, signal: controller.signal }) // prettier-ignore
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader.read()).value ?? ''
  const said = (async () => {
    for (;;) {
      const found = /event: direct\ndata: (.*)\n\n/.exec(text)
      if (found) {
        controller.abort()
        return JSON.parse(found[1]!) as unknown
      }
      const { value, done } = await reader.read()
      if (done) return null
      text += value
    }
  })().catch(() => null)
  return { said, stop: () => controller.abort() }
}

describe('the helpdesk', () => {
  const say = (browser: Browser, fields: Record<string, string | number>) =>
    browser.post(`${ADDRESS}/signal`, { timestamp: 1, ...fields })

  it('has a page of its own, for who has the support flag [A-139][R-299][S-192]', async () => {
    const page = await helpdesk.page(ADDRESS)
    expect(page.$('[data-remote-helpdesk]').attr('data-remote-helpdesk')).toContain('stun:stun.example:3478')
    expect(page.$('[data-remote-support]')).toHaveLength(0)
    const others = [ROLE.administrator, ROLE.scheduler, ROLE.student].map(async (role) => (await app.as(role)).page(ADDRESS)) // prettier-ignore
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([403, 403, 403])
  })

  it('is asked from any page, and passed on to it alone; what it says, to whom it names [A-036][S-193]', async () => {
    const planner = await app.as(ROLE.scheduler)
    const { [ROLE.scheduler]: id } = app.story.users
    expect((await planner.page('/contacts')).$('[data-remote-support]')).toHaveLength(1)
    expect((await (await app.as(ROLE.student)).page('/')).$('[data-remote-support]')).toHaveLength(0)
    const [desk, teacher] = [await hearing(helpdesk), await hearing(await app.as(ROLE.teacher))]
    const asked = await say(planner, { type: 'waiting' })
    expect(asked.json()).toEqual({ ice: [{ urls: 'stun:stun.example:3478' }] })
    const from = { id, name: expect.any(String) as string }
    expect(await desk.said).toEqual({
      event: 'remote-support',
      said: { from, type: 'waiting', data: '', timestamp: 1 },
    })
    const asker = await hearing(planner)
    await say(helpdesk, { type: 'asked', to: id! })
    expect(await asker.said).toMatchObject({ said: { from: { id: app.story.userWithoutContact }, type: 'asked' } })
    teacher.stop()
    expect(await teacher.said).toBeNull()
  })

  it('is told nothing that is not of that side, to nobody in particular, or too long', async () => {
    const planner = await app.as(ROLE.scheduler)
    const to = app.story.userWithoutContact
    const answers = [
      say(planner, { type: 'asked', to }),
      say(planner, { type: 'offer', to }),
      say(helpdesk, { type: 'accepted', to: 1 }),
      say(helpdesk, { type: 'offer' }),
      say(planner, { type: 'answer' }),
      say(planner, { type: 'onzin' }),
      say(planner, { type: 'answer', to, data: 'x'.repeat(6000) }),
      say(planner, { type: 'answer', to, data: '€'.repeat(4000) }),
      say(await app.as(ROLE.student), { type: 'waiting' }),
    ]
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403, 403, 422, 422, 422, 422, 422, 403]) // prettier-ignore
  })

  it('is not there without its configuration [A-212]', async () => {
    const { remoteSupport } = app.services.config
    app.services.config.remoteSupport = undefined
    expect((await helpdesk.page(ADDRESS)).status).toBe(404)
    expect((await helpdesk.page('/contacts')).$('[title="Hulp op afstand"]')).toHaveLength(0)
    const planner = await app.as(ROLE.scheduler)
    expect((await planner.page('/contacts')).$('[title="Hulp op afstand"]')).toHaveLength(0)
    expect((await say(planner, { type: 'waiting' })).status).toBe(404)
    app.services.config.remoteSupport = remoteSupport
  })
})
