import * as z from 'zod'
import { Unavailable, askJson } from '../../../platform/outside/ask-json.ts'
import { Refused } from '../../../platform/outside/outbox.ts'
import type { Services } from '../../../platform/services.ts'

/** Who follows a course, as the supplier is told. */
export interface LicenseOrder {
  course_code: string
  /** ISO day. */
  expires_on: string
  student: { ref: string; name: string; email: string }
}

const License = z.object({
  id: z.string().min(1).max(100),
  active: z.boolean(),
  progress: z.number().int().min(0).max(100),
  completed_at: z.iso.datetime().nullable(),
  grade: z.number().min(0).max(100).nullable(),
  expires_on: z.iso.date(),
  access_url: z.url({ protocol: /^https?$/ }).max(1000),
})
/** A licence as the supplier has it. */
export type SupplierLicense = z.output<typeof License>

const Grades = z.object({
  grades: z
    .array(z.object({ part: z.string().max(200), grade: z.number().nullable(), at: z.iso.datetime().nullable() }))
    .max(500),
})
export type SupplierGrades = z.output<typeof Grades>['grades']

type Reaches = Pick<Services, 'config'>

/** Whether this installation has an address of a supplier. */
export const reachesSupplier = ({ config }: Reaches): boolean => config.eLearningUrl !== undefined

/**
 * @returns null where the supplier knows nothing of the kind (404)
 * @throws Unavailable when it gives no usable answer; Refused when it says no
 */
async function ask<S extends z.ZodType>(
  { config }: Reaches,
  path: string,
  shape: S,
  { json, key, tries }: { json?: unknown; key?: string; tries?: number } = {},
): Promise<z.output<S> | null> {
  const { eLearningUrl, eLearningKey } = config
  if (eLearningUrl === undefined) throw new Unavailable('no address of the supplier')
  const { status, body } = await askJson(eLearningUrl + path, {
    json,
    headers: {
      ...(eLearningKey === undefined ? {} : { authorization: `Bearer ${eLearningKey}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    timeoutMs: 4000,
    withinMs: 8000,
    ...(tries === undefined ? {} : { tries }),
  })
  if (status === 404) return null
  if (status >= 400 && status < 500) throw new Refused(`status ${status}`)
  if (status !== 200) throw new Unavailable(`status ${status}`)
  const read = shape.safeParse(body)
  if (!read.success) throw new Unavailable('the answer has another shape')
  return read.data
}

const told = (answer: SupplierLicense | null): SupplierLicense => {
  if (answer === null) throw new Refused('status 404')
  return answer
}

/** What became of an order or a renewal of which no answer came; null where the supplier never saw it. */
export const findByKey = (services: Reaches, key: string): Promise<SupplierLicense | null> =>
  ask(services, `/requests/${key}`, License)

/** The same key is the same order, however often it is sent. */
export const orderLicense = async (services: Reaches, order: LicenseOrder, key: string): Promise<SupplierLicense> =>
  told(await ask(services, '/licenses', License, { json: order, key, tries: 1 }))

export const renewLicense = async (services: Reaches, id: string, expires_on: string, key: string) =>
  told(
    await ask(services, `/licenses/${encodeURIComponent(id)}/renew`, License, { json: { expires_on }, key, tries: 1 }),
  )

/** Ending what is gone already is done. */
export const endLicense = (services: Reaches, id: string, key: string): Promise<SupplierLicense | null> =>
  ask(services, `/licenses/${encodeURIComponent(id)}/end`, License, { json: {}, key, tries: 1 })

/** How licences stand; those that the supplier does not have are left out. */
export const readLicenses = async (services: Reaches, ids: readonly string[]): Promise<SupplierLicense[]> =>
  ids.length === 0
    ? []
    : ((await ask(services, '/licenses/search', z.object({ licenses: z.array(License).max(1000) }), { json: { ids } }))
        ?.licenses ?? [])

/** The grades of a licence; null where the supplier has none of it. */
export const readGrades = async (services: Reaches, id: string): Promise<SupplierGrades | null> =>
  (await ask(services, `/licenses/${encodeURIComponent(id)}/grades`, Grades))?.grades ?? null
