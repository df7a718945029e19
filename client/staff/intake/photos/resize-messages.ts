/** What the page and its worker for pictures send each other (H14). */

/** Why a file is no photo that can be used. */
export type PictureProblem = 'not-a-picture' | 'heic' | 'one-color' | 'too-large'

/** Largest file that is read, in bytes: a photo of 48 million pixels has about 25 MB. */
export const MAX_PICTURE_BYTES = 50 * 1024 * 1024

export const PICTURE_PROBLEM_MESSAGES: Readonly<Record<PictureProblem, string>> = {
  'not-a-picture': 'This file isn’t a photo. Take a new one or choose a JPEG.',
  heic: 'This browser can’t open HEIC photos. Take the photo here, or set the phone’s camera to “Most compatible”.',
  'one-color': 'The photo came out empty. Take it again.',
  'too-large': 'This file is too large for a photo. Take a new one.',
}

/** A file of the phone, or a frame of the viewfinder. */
export type PictureSource = Blob | ImageBitmap

export interface ResizeRequest {
  id: number
  source: PictureSource
}

/** The two sizes of a photo as JPEG, and its difference hash. */
export interface ResizedPicture {
  large: Blob
  small: Blob
  hash: string
}

export type ResizeReply = { id: number } & ({ picture: ResizedPicture } | { problem: PictureProblem })
