import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface Manifest {
  start_url: string
  icons: { src: string; sizes: string; type: string }[]
}
/** Width and height of a PNG, from its header. */
const sizeOf = (bytes: Buffer) => `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`

describe('what a phone installs', () => {
  it('says how it is called and looks, with icons of the size they claim', async () => {
    const answer = await app.anonymous.page('/manifest.webmanifest')
    expect(answer.headers.get('content-type')).toContain('application/manifest+json')
    const { icons } = answer.json<Manifest>()
    for (const { src, sizes } of icons) {
      expect((await app.anonymous.page(src)).status).toBe(200)
      expect(sizeOf(readFileSync(`public/static${src}`))).toBe(sizes)
    }
    expect((await app.anonymous.page('/login')).$('link[rel=manifest]').attr('href')).toBe('/manifest.webmanifest')
  })

  it('asks for no session, and starts none', async () => {
    for (const path of ['/sw.js', '/offline', '/manifest.webmanifest']) {
      const { status, headers } = await app.anonymous.page(path)
      expect([path, status, headers.get('set-cookie')]).toEqual([path, 200, null])
    }
    expect((await app.anonymous.page('/sw.js')).headers.get('cache-control')).toBe('no-cache')
    const offline = await (await app.as(ROLE.teacher)).page('/offline')
    expect(offline.$('[data-viewer], meta[name=csrf-token]').length).toBe(0)
  })

  it('hears with every answer for whom it was drawn, and of nobody where nobody is signed in', async () => {
    const teacher = await app.as(ROLE.teacher)
    const own = String(app.story.users[ROLE.teacher])
    const { contacts, appointments } = app.story
    const refused = `/contact/view/${contacts.administrator}`
    for (const path of ['/today', '/today/kept', `/calendar/view-appointment/${appointments.coming}`, refused])
      expect([path, (await teacher.page(path)).headers.get('x-viewer')]).toEqual([path, own])
    for (const path of ['/login', '/today', '/today/kept', '/sw.js', '/offline'])
      expect([path, (await app.anonymous.page(path)).headers.get('x-viewer')]).toEqual([path, null])
  })

  it.each(['/start', '/'])('begins where the work of each role is, at %s', async (path) => {
    const begin = async (role: number) => (await (await app.as(role)).page(path)).headers.get('location')
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(begin))).toEqual([
      '/today',
      '/today',
      '/today',
      '/companies',
      '/my-courses',
      '/calendar',
    ])
    const both = await app.db
      .updateTable('users')
      .set({ roles: [ROLE.scheduler, ROLE.teacher] })
      .where('id', '=', app.story.users[ROLE.scheduler]!)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await (await app.asUser(both.id)).page(path)).headers.get('location')).toBe('/today')
  })
})
