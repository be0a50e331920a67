import { describe, expect, it } from 'vitest'
import { isSkipped, mustAgree } from '../../../public/js/current-user-rules.ts'

const at = (address: string) => isSkipped(new URL(address, 'http://localhost'))

describe('looking up the current user', () => {
  it('is left out on public pages and on pages with an email query [P-211]', () => {
    for (const address of [
      '/login',
      '/login/code',
      '/firstUse?token=x',
      '/reset',
      '/reset/email?token=x',
      '/apply/abc',
      '/evaluations/submit/abc',
      '/evaluations/student/abc',
      '/digital-presence',
      '/remote-support',
      '/contacts?email=a@b.example',
    ])
      expect([address, at(address)]).toEqual([address, true])
    for (const address of ['/', '/calendar', '/evaluations', '/loginAs', '/contacts?search=email'])
      expect([address, at(address)]).toEqual([address, false])
  })
})

describe('the terms', () => {
  it('are for administrators who have not agreed to the version of October 2017 [P-203][P-204]', () => {
    const administrator = { '1': 'Administrator' }
    expect(mustAgree({ roles: administrator, agreedTo: [] })).toBe(true)
    expect(mustAgree({ roles: administrator, agreedTo: ['terms_2015_01'] })).toBe(true)
    expect(mustAgree({ roles: administrator, agreedTo: ['terms_2017_10'] })).toBe(false)
    for (const roles of [{ '2': 'Scheduler' }, { '3': 'Teacher' }, { '5': 'Student' }, {}])
      expect(mustAgree({ roles, agreedTo: [] })).toBe(false)
  })
})
