/** Photographs of products: their folder in the bucket and their addresses. */

import { smallPhotoName } from '../../../schema/catalog/images/photo-name.ts'

/** The folder of photographs in the bucket; names in `product_media` are below it. */
export const PHOTO_FOLDER = 'photos/'

/** Returns the address of a photograph by its name in `product_media`, which may begin with a slash. */
export function photoHref(image: string): string {
  return `/${PHOTO_FOLDER}${image.replace(/^\/+/, '')}`
}

/** Returns the address of a small picture for cards and lists; only photos of units have a second size. */
export function thumbnailHref(image: string): string {
  return photoHref(smallPhotoName(image) ?? image)
}
