# The image of a program that is already built: `cargo xtask image` lays it beside this file. The
# Dockerfile at the top builds it from source.

ARG BASE=debian:bookworm-slim
FROM ${BASE}
ARG KOMADAI_VERSION=
ARG KOMADAI_COMMIT=
ARG KOMADAI_SOURCE=
LABEL org.opencontainers.image.title="Komadai" \
      org.opencontainers.image.description="An online shogi server" \
      org.opencontainers.image.version="${KOMADAI_VERSION}" \
      org.opencontainers.image.revision="${KOMADAI_COMMIT}" \
      org.opencontainers.image.source="${KOMADAI_SOURCE}" \
      org.opencontainers.image.licenses="AGPL-3.0-or-later"
COPY komadai /usr/local/bin/komadai
COPY LICENSE THIRD-PARTY-LICENCES.txt komadai.cdx.json /usr/local/share/doc/komadai/
# A new volume takes its owner from here. Nothing is run, so an image for another architecture needs
# no emulation.
COPY --chown=10001:10001 data/ /data/
USER 10001:10001
WORKDIR /data
ENV KOMADAI__SERVER__LISTEN=0.0.0.0:8080 \
    KOMADAI__DATABASE__DATA_DIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s CMD ["komadai", "health"]
ENTRYPOINT ["komadai"]
CMD ["serve"]
