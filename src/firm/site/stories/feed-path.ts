/** Path of the feed of stories, without locale. */
export const feedPath = '/rss.xml'
