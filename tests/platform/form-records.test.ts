import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLANNERS, ROLE } from '../../src/platform/access/roles.ts'
import { rights } from '../../src/platform/access/rights.ts'
import { NotFound } from '../../src/platform/errors.ts'
import { id, idList, selectorIdOrNull, text } from '../../src/platform/forms/fields.ts'
import { Registry } from '../../src/platform/registry.ts'
import { action } from '../../src/platform/screens/call/calls.ts'
import { assertFormRecords } from '../../src/platform/screens/form/form-records.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { countQueries } from '../support/queries.ts'
import { viewerWith } from '../support/viewer.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const Form = z.object({ id, ids: idList(), company_id: selectorIdOrNull, name: text() })
const nowhere = rights('nowhere', { view: PLANNERS, change: PLANNERS })
const call = { area: nowhere, right: 'change', path: '/nowhere', form: Form, save: () => Promise.resolve({}) } as const

describe('records that a form names', () => {
  const named = { id: 'contact', ids: 'contact', company_id: 'company' }
  const asked = (form: object, roles = [ROLE.supervisor] as Parameters<typeof viewerWith>[0]) => {
    const viewer = { ...viewerWith(roles), contactId: app.story.contacts.supervisor }
    return assertFormRecords(app.db, { viewer, services: app.services, form }, named)
  }

  it('are asked for by one query per type, lists and all', async () => {
    const { supervisor, anouk } = app.story.contacts
    const { deLinde } = app.story.companies
    const form = { id: supervisor, ids: [supervisor, anouk, anouk], company_id: deLinde }
    expect(await countQueries(app, () => asked(form, [ROLE.scheduler]))).toBe(2)
    expect(await countQueries(app, () => asked({ id: supervisor, ids: [], company_id: null }))).toBe(1)
    expect(await countQueries(app, () => asked({ id: undefined, ids: [], company_id: null }))).toBe(0)
  })

  it('are all within the scope, or none is there', async () => {
    const { supervisor, gerrit } = app.story.contacts
    await asked({ id: supervisor, ids: [gerrit], company_id: null }, [ROLE.scheduler])
    await expect(asked({ id: supervisor, ids: [gerrit], company_id: null })).rejects.toThrow(NotFound)
    await expect(asked({ id: supervisor, ids: [], company_id: 2_147_483_647 })).rejects.toThrow(NotFound)
  })

  it('are of a type that there is, or nothing starts', () => {
    const screens = [action({ ...call, formRecords: { id: 'unicorn' } })]
    expect(() => new Registry([{ name: 'nowhere', screens }])).toThrow("the unknown record type 'unicorn'")
  })

  it('are named by fields that the form has and that hold ids', () => {
    expect(action({ ...call, formRecords: named }).formRecords).toEqual(named)
    // @ts-expect-error a text is no record
    action({ ...call, formRecords: { name: 'contact' } })
    // @ts-expect-error the form has no such field
    action({ ...call, formRecords: { contact_id: 'contact' } })
  })
})
