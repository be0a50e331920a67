/** What a report of a visit tells, frozen when the visit is finished: the customer never gets it anew. */
import type { Result } from '../../orders/order-devices/index.ts'

export interface ReportedAnswer {
  label: string
  text: string
  /** What it had to be, in words; '' where there is no limit. */
  limits: string
  /** A no, or a value outside its limits. */
  isNotable: boolean
}

export interface ReportedDevice {
  id: number
  number: number
  name: string
  /** Brand and type. */
  make: string
  serial_number: string | null
  place: string | null
  category: string | null
  /** '2019', '03-2019'; '' where nobody knows. */
  production: string
  result: Result
  remark: string
  answers: ReportedAnswer[]
  /** What was put in, with the day that is printed on it, ISO. */
  parts: { name: string; expires_on: string | null }[]
  /** When it is due next, ISO; null where it is not. */
  next_on: string | null
  /** Number and serial number of what came in its place. */
  replaced_by: { number: number; serial_number: string | null } | null
  isQuoted: boolean
  norm: string | null
  instrument: { name: string; serial_number: string | null; calibrated_until: string | null } | null
  /** Keys of its photos in the file store. */
  photos: string[]
}

export interface ReportSnapshot {
  number: string
  customer: string
  client_id: number | null
  address: string[]
  order: string
  contract: string | null
  /** ISO. */
  day: string
  from: string
  until: string
  inspector: string
  devices: ReportedDevice[]
  actions: { device: string; name: string }[]
  /** Delivered at the visit, without what it costs. */
  delivered: { name: string; count: string }[]
  remark: string
  signed_by: string | null
  unsigned_reason: string | null
  /** Key of the signature in the file store. */
  signature: string | null
  /** Numbers of the reports that this one replaces. */
  replaces: string[]
}
