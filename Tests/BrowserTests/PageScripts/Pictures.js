const ExtensionPreprocessingJS = {
  async run({ completionFunction }) {
    const images = await Promise.all([...document.images].map(async (image) => {
      await image.decode().catch(() => {});
      return { src: image.currentSrc, alt: image.alt, size: [image.naturalWidth, image.naturalHeight], image };
    }));
    completionFunction({ images: images.filter(({ size: [width] }) => width > 0) });
  },
  finalize({ picture }) {
    const image = document.createElement("img");
    image.src = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
    image.alt = `${picture.constructor.name} ${picture.length}`;
    document.body.append(image);
  },
};
