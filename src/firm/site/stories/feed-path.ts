/** Path of the feed of stories, without locale. */
export const feedAddress = '/rss.xml'
