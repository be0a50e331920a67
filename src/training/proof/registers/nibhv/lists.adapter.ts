import * as z from 'zod'
import { type Access, askRegister } from '../register.ts'

/** What can be chosen at NIBHV. Its interface is not public: these are the fields that are known of it. */
const text = z.string().min(1).max(200)
const Trainers = z.array(z.object({ uuid: z.uuid(), name: text })).max(2000)
const ContactUsers = z.array(z.object({ uuid: z.uuid(), full_name: text })).max(2000)
const Profiles = z.array(z.object({ uuid: z.uuid(), course_name: text })).max(2000)
const Templates = z.array(z.object({ uuid: z.uuid(), name: text, prerequisites: z.unknown() })).max(500)
const Account = z.object({ name: text })

export type Profile = z.output<typeof Profiles>[number]

/** Whether this name and password are let in. @throws Unavailable, ShutOut */
export const isConnected = async (access: Access): Promise<boolean> =>
  (await askRegister(access, '/account', Account)) !== null

/** @throws Unavailable, ShutOut */
export const listTrainers = async (access: Access) => (await askRegister(access, '/trainers', Trainers)) ?? []
/** @throws Unavailable, ShutOut */
export const listContactUsers = async (access: Access) =>
  (await askRegister(access, '/contact-users', ContactUsers)) ?? []

export interface ProfileQuery {
  type: string
  isRefresher: boolean
  language: string
}

/** @throws Unavailable, ShutOut */
export const listProfiles = async (access: Access, { type, isRefresher, language }: ProfileQuery): Promise<Profile[]> =>
  (await askRegister(
    access,
    `/competence-profiles?${new URLSearchParams({ type, isRefresher: String(Number(isRefresher)), language }).toString()}`,
    Profiles,
  )) ?? []

/** What the parts of a course of this profile can be. @throws Unavailable, ShutOut */
export const listTemplates = async (access: Access, uuid: string) =>
  (await askRegister(access, `/competence-profiles/${uuid}/event-templates`, Templates)) ?? []
