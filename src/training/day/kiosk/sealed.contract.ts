/** How a tablet without network keeps what was typed: sealed for the server, so that nobody reads it there. */
import { sealFor } from '../../../platform/sealed-box.contract.ts'

export const SEALED_FOR = 'arrivals'
/** In one call. */
export const MOST_ARRIVALS = 20
/** All are as long, so that the length of a name shows nowhere. */
const LENGTH = 400

/** What somebody typed, and when. */
export interface Arrival {
  birthday: string
  lastName: string
  at: string
}
/** As the tablet keeps it: only the day can be read. */
export interface SealedArrival {
  key: string
  day: string
  sealed: string
}
/** How many were wiped at the end of a day without having been sent. */
export interface LostArrivals {
  key: string
  day: string
  count: number
}

/** What is kept of somebody who comes in without network. */
export const sealArrival = (serverKey: string, arrival: Arrival): Promise<string> =>
  sealFor(serverKey, SEALED_FOR, JSON.stringify(arrival).padEnd(LENGTH))
