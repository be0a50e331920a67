/** What can be printed in a way of one's own: who has such a record tells it here. */
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import { point } from '../../platform/points.ts'
import type { Services } from '../../platform/services.ts'

/** Something that the code of a layout may ask. */
export interface LayoutVariable {
  /** 'klant.naam'; of a list its own name. */
  name: string
  label: string
  /** Of a list: what each of it has. */
  each?: LayoutVariable[]
  /** 'ja', or nothing. */
  isFlag?: true
  /** What stands for it where there is no record, if it cannot be its label: a width, a direction. */
  example?: string
}

export const variable = (name: string, label: string): LayoutVariable => ({ name, label })
export const flag = (name: string, label: string): LayoutVariable => ({ name, label, isFlag: true })

/** What may not be left out: one of these variables stands on paper. */
export interface RequiredFact {
  label: string
  names: string[]
}

export type LayoutPictures = Readonly<Record<string, Uint8Array | null>>

export interface LayoutKind {
  kind: string
  label: string
  /** Type of the records that are printed so. */
  record: string
  variables: LayoutVariable[]
  /** By the name that the code calls them. */
  pictures: Readonly<Record<string, string>>
  required: RequiredFact[]
  /** The code to begin with, which says what the product's own way says. */
  template: string
  /** Of what is printed many on a sheet: what these say together. What has none is printed where its records are. */
  sheet?: {
    /** What such a document is called. */
    many: string
    data(ctx: { db: Db; viewer: Viewer; services: Services }, ids: number[]): Promise<object>
    /** Of which nothing can be printed, and how that is told: 'Zonder adres'. */
    left?: { label: string; of(db: Db, ids: number[]): Promise<number[]> }
  }
  /** What one record says. @throws NotFound */
  data(
    ctx: { db: Db; viewer: Viewer; services: Services },
    id: number,
  ): Promise<{ data: object; pictures: LayoutPictures }>
}

export type SheetKind = LayoutKind & Required<Pick<LayoutKind, 'sheet'>>

export const layoutKinds = point<LayoutKind>('layout kinds')
