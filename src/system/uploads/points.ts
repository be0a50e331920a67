import type { Area } from '../../platform/access/rights.ts'
import { point } from '../../platform/points.ts'

/** What `/file/upload` takes images for; the fields of a form name it by its path (`upload` in field-models.ts). */
export interface UploadPlace {
  /** Letters, digits and dashes: it is also the folder of the files. */
  path: string
  /** Whoever may change something here may upload. */
  area: Area
}

export const uploadPlaces = point<UploadPlace>('upload places')
