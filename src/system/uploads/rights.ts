import { rights } from '../../platform/access/rights.ts'
import { EVERYONE } from '../../platform/access/roles.ts'

/** Only with the right to change what the file is for, which its place says. */
export const uploadArea = rights('upload', { view: EVERYONE, change: EVERYONE })
